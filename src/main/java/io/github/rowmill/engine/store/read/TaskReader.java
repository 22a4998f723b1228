package io.github.rowmill.engine.store.read;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.loop.ReadDatabase;
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

    /** Payloads that a list of tasks has. */
    public enum Payloads {
        NONE(0),
        /** Those of at most 32 KB. */
        SMALL(32_768),
        /** All that an application may enqueue. */
        ALL(Long.MAX_VALUE);

        private final long most;

        Payloads(long most) {
            this.most = most;
        }
    }

    /**
     * A page of tasks.
     *
     * @param next the id below which the next page begins; null: this is the last page
     */
    public record Page(List<Task> tasks, @Nullable Long next) {

        /** A page of what was found: one id more than its limit if there are more, and fewer tasks if some are gone or large. */
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
     * A page of tasks, the newest first: those with ids below {@code filter.after()}, at most {@code limit}, and fewer if
     * their texts are large. Payloads larger than an application may enqueue are null.
     *
     * @throws io.github.rowmill.engine.store.loop.SearchTimeoutException they are too hard to find
     */
    public Page page(TaskFilter filter, int limit, Payloads payloads) {
        List<Long> found = database.search(sql -> TaskSearch.page(sql, filter, limit + 1));
        List<Long> ids = found.subList(0, Math.min(limit, found.size()));
        List<Task> tasks = database.session(session -> shown.many(session, ids, payloads.most));
        return Page.of(found, tasks, limit);
    }

    /** The ids of the newest tasks, the highest first, as far as they are among the last 20,000 of all. */
    public List<Long> newest(TaskFilter filter, int limit) {
        return database.snapshot(sql -> TaskSearch.newest(sql, filter, limit));
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
        return database.session(session -> shown.many(session, ids, Payloads.NONE.most)).stream()
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
    public Optional<Task> find(long id) {
        return database.session(session -> shown.one(session, id).stream().findFirst());
    }
}
