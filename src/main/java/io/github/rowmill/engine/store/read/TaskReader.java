package io.github.rowmill.engine.store.read;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.loop.ReadDatabase;
import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.query.QueryProducer;

/** Reads tasks for those who look at them, outside the caller's transaction and on connections of its own. */
@Singleton
public class TaskReader {

    private final ReadDatabase database;
    private final Shown shown;

    TaskReader(ReadDatabase database, RowmillConfig config) {
        this.database = database;
        this.shown = new Shown(config);
    }

    /** A task with its failed attempts, the first one first. */
    public record Found(Task task, List<Attempt> attempts) {}

    /**
     * A page of tasks, the newest first: those with ids below {@code filter.after()}, at most {@code limit}. Payloads larger
     * than an application may enqueue are null.
     */
    public List<Task> page(TaskFilter filter, int limit) {
        return database.session(session -> shown.many(session, ids(session, filter, limit)));
    }

    /** The same with no payload at all. */
    public List<Task> pageWithoutPayloads(TaskFilter filter, int limit) {
        return database.session(session -> shown.withoutPayloads(session, ids(session, filter, limit)));
    }

    private static List<Long> ids(QueryProducer session, TaskFilter filter, int limit) {
        Map<String, Object> parameters = new HashMap<>();
        String query = "select id from RowmillTask where %s order by id desc".formatted(filter.toQuery(parameters));
        var selection = session.createSelectionQuery(query, Long.class).setMaxResults(limit);
        parameters.forEach(selection::setParameter);
        return selection.getResultList();
    }

    /** The task with this id; a payload of more than 1 MB, and than an application may enqueue, is null. */
    public Optional<Found> find(long id) {
        return database.session(session -> shown.one(session, id).stream()
                .findFirst()
                .map(task -> new Found(task, TaskRepository.attempts(session, id))));
    }
}
