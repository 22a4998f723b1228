package io.github.rowmill.engine.read;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.task.Task;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;

/** Reads tasks in the caller's transaction, including its changes. */
@ApplicationScoped
public class TaskRepository implements PanacheRepositoryBase<Task, Long> {

    private final Session session;
    private final DisplayedTasks shown;

    TaskRepository(Session session, RowmillConfig config) {
        this.session = session;
        this.shown = new DisplayedTasks(config);
    }

    /**
     * Returns a task for display, detached from the persistence context. Its payload is null if it is too large to
     * be shown.
     */
    public Optional<Task> findShown(long id) {
        return shown.one(session, id).stream().peek(session::detach).findFirst();
    }

    /**
     * Returns all tasks by id, detached. In the caller's persistence context, they would keep their present
     * values.
     */
    public List<Task> allAsTheyAre() {
        List<Task> all = list("order by id");
        all.forEach(session::detach);
        return all;
    }
}
