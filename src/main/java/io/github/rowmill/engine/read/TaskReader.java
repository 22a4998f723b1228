package io.github.rowmill.engine.read;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads tasks for display, outside the caller's transaction and on the connections for reading. */
@Singleton
public class TaskReader {

    private final ReadDatabase database;
    private final DisplayedTasks shown;

    TaskReader(ReadDatabase database, RowmillConfig config) {
        this.database = database;
        this.shown = new DisplayedTasks(config);
    }

    /** The payloads to include in a list of tasks. */
    public enum Payloads {
        NONE(0),
        /** Payloads of at most 32 KB. */
        SMALL(32_768),
        /** All payloads that an application may enqueue. */
        ALL(Long.MAX_VALUE);

        private final long most;

        Payloads(long most) {
            this.most = most;
        }
    }

    /**
     * A page of tasks.
     *
     * @param next the id below which the next page begins; null if this is the last page
     */
    public record Page(List<Task> tasks, @Nullable Long next) {

        /**
         * Returns a page of the ids found and the tasks read. There is one id more than {@code limit} if more
         * tasks match. There are fewer tasks than ids if tasks were deleted or are large.
         */
        private static Page of(List<Long> found, List<Task> tasks, int limit) {
            if (found.size() <= limit && tasks.size() == found.size()) {
                return new Page(tasks, null);
            }
            long last = tasks.isEmpty()
                    ? found.get(Math.min(limit, found.size()) - 1)
                    : tasks.get(tasks.size() - 1).getId();
            return new Page(tasks, last);
        }
    }

    /**
     * Returns a page of tasks, the newest first. It has at most {@code limit} tasks with ids below
     * {@code filter.after()}, and fewer if their texts are large. Payloads larger than an application may enqueue
     * are null.
     *
     * @throws io.github.rowmill.db.SearchTimeoutException the search took too long
     */
    public Page page(TaskFilter filter, int limit, Payloads payloads) {
        List<Long> found = database.search(sql -> TaskSearch.page(sql, filter, limit + 1));
        List<Long> ids = found.subList(0, Math.min(limit, found.size()));
        List<Task> tasks = database.session(session -> shown.many(session, ids, payloads.most));
        return Page.of(found, tasks, limit);
    }

    /** Returns the ids of the newest tasks, the highest first, among the last 20,000 of all tasks. */
    public List<Long> newest(TaskFilter filter, int limit) {
        return database.snapshot(sql -> TaskSearch.newest(sql, filter, limit));
    }

    // Sorts as many tasks as nodes can hold at once. If there are more, those whose leases expire first are read.
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

    /**
     * Returns the tasks that have executed longest, without payloads.
     *
     * @param queues the queues to read; null for all
     */
    public List<Task> longest(@Nullable Set<String> queues, int limit) {
        String[] only = queues == null ? null : queues.toArray(String[]::new);
        List<Long> ids = database.snapshot(sql -> sql.all(LONGEST, row -> row.getLong("id"), only, only, limit));
        return database.session(session -> shown.many(session, ids, Payloads.NONE.most)).stream()
                .sorted(Comparator.comparing(Task::getId, Comparator.comparing(ids::indexOf)))
                .toList();
    }

    /**
     * Returns the number of tasks, counted up to some thousands.
     *
     * @throws io.github.rowmill.db.SearchTimeoutException the search took too long
     */
    public Count count(TaskFilter filter) {
        return database.search(sql -> TaskSearch.count(sql, filter));
    }

    /**
     * Returns the task with this id. Its payload is null if it is larger than 1 MB and than an application may
     * enqueue.
     */
    public Optional<Task> find(long id) {
        return database.session(session -> shown.one(session, id).stream().findFirst());
    }
}
