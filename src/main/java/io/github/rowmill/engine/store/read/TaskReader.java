package io.github.rowmill.engine.store.read;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.loop.ReadDatabase;
import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
     *
     * @throws io.github.rowmill.engine.store.loop.SearchTimeoutException they are too hard to find
     */
    public List<Task> page(TaskFilter filter, int limit) {
        List<Long> ids = ids(filter, limit);
        return database.session(session -> shown.many(session, ids));
    }

    /** The same with no payload at all. */
    public List<Task> pageWithoutPayloads(TaskFilter filter, int limit) {
        List<Long> ids = ids(filter, limit);
        return database.session(session -> shown.withoutPayloads(session, ids));
    }

    /** The ids of the newest tasks, the highest first, as far as they are among the last 20,000 of all. */
    public List<Long> newest(TaskFilter filter, int limit) {
        return database.snapshot(sql -> TaskSearch.newest(sql, filter, limit));
    }

    private List<Long> ids(TaskFilter filter, int limit) {
        return database.search(sql -> TaskSearch.page(sql, filter, limit));
    }

    // As many as nodes can have in hand are sorted; more are looked at in the order of their leases.
    private static final String LONGEST = """
            select e.id
              from (select t.id, t.started
                      from rowmill_task t
                     where t.status = 'executing'
                       and (cast(? as text[]) is null or t.queue = any(?))
                     order by t.expiry
                     limit 10000) e
             order by e.started, e.id
             limit ?
            """;

    /** The tasks that have executed longest, with no payload; of these queues, or of all if that is null. */
    public List<Task> longest(@Nullable Set<String> queues, int limit) {
        String[] only = queues == null ? null : queues.toArray(String[]::new);
        List<Long> ids = database.snapshot(sql -> sql.all(LONGEST, row -> row.getLong("id"), only, only, limit));
        return database.session(session -> shown.withoutPayloads(session, ids)).stream()
                .sorted(Comparator.comparing(Task::getId, Comparator.comparing(ids::indexOf)))
                .toList();
    }

    /**
     * How many tasks there are, up to some thousands.
     *
     * @throws io.github.rowmill.engine.store.loop.SearchTimeoutException they are too hard to find
     */
    public Count count(TaskFilter filter) {
        return database.search(sql -> TaskSearch.count(sql, filter));
    }

    /** The task with this id; a payload of more than 1 MB, and than an application may enqueue, is null. */
    public Optional<Found> find(long id) {
        return database.session(session -> shown.one(session, id).stream()
                .findFirst()
                .map(task -> new Found(task, TaskRepository.attempts(session, id))));
    }
}
