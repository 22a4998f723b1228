package io.github.rowmill.engine.store.read;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.task.Task;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;

/** Reads tasks in the caller's transaction, as that left them. */
@ApplicationScoped
public class TaskRepository implements PanacheRepositoryBase<Task, Long> {

    private final Session session;
    private final Shown shown;

    TaskRepository(Session session, RowmillConfig config) {
        this.session = session;
        this.shown = new Shown(config);
    }

    /** A task as one who looks at it sees it: a payload that is too large to be shown is null. It is not told of changes. */
    public Optional<Task> findShown(long id) {
        return shown.one(session, id).stream().peek(session::detach).findFirst();
    }

    /** All tasks, by id. None is left in the caller's persistence context, where it would go on to look as it does now. */
    public List<Task> allAsTheyAre() {
        List<Task> all = list("order by id");
        all.forEach(session::detach);
        return all;
    }
}
