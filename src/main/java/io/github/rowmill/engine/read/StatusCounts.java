package io.github.rowmill.engine.read;

import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.read.Statistics.StatusCount;
import io.github.rowmill.task.TaskStatus;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Counts the tasks of each state, along the index that contains them. */
final class StatusCounts {

    private static final int MAX = 10_000;

    /** Index entries to read, which takes some 10 ms. */
    private static final int MAX_LOOKED_AT = 50_000;

    // Without the order, the planner may scan the table instead, and find the first row of the state at its end.
    private static final String QUEUED = """
            select (select count(*)
                      from (select 1
                              from rowmill_task t
                             where t.status = 'queued'
                               and t.crashes < 2
                             order by t.queue, t.type, t.priority, t.crashes, t.run_at, t.id
                             limit ?) ordinary)
                 + (select count(*)
                      from (select 1
                              from rowmill_task t
                             where t.status = 'queued'
                               and t.crashes >= 2
                             order by t.queue, t.type, t.priority, t.run_at, t.id
                             limit ?) quarantined)
            """;

    // No task waits in a queue without rules.
    private static final String WAITING = """
            select coalesce(sum(w.n), 0)
              from rowmill_queue q
             cross join lateral (
                    select count(*) as n
                      from (select 1
                              from rowmill_task t
                             where t.status = 'waiting'
                               and t.key is not null
                               and t.queue = q.name
                             limit ?) counted) w
            """;

    private static final String EXECUTING = """
            select count(*)
              from (select 1
                      from rowmill_task t
                     where t.status = 'executing'
                     order by t.expiry
                     limit ?) counted
            """;

    private static final String FINISHED = """
            select count(*)
              from (select 1
                      from rowmill_task t
                     where t.status = ?
                       and t.finished is not null
                     order by t.status, t.finished
                     limit ?) counted
            """;

    // The index also contains dead tasks, so only a limited number of the latest entries is read.
    private static final String RETRYING = """
            select count(*) filter (where failed.status = 'queued') as matching, count(*) as looked_at
              from (select t.status
                      from rowmill_task t
                     where t.error is not null
                     order by t.id desc
                     limit ?) failed
            """;

    private static final String RETRYING_OF_QUEUES = """
            select count(*) filter (where failed.queue = any(?)) as matching, count(*) as looked_at
              from (select t.queue
                      from rowmill_task t
                     where t.error is not null
                       and t.status = 'queued'
                     order by t.id desc
                     limit ?) failed
            """;

    // The index contains the queue.
    private static final String ENDED_OF_QUEUES = """
            select count(*) filter (where ended.queue = any(?)) as matching, count(*) as looked_at
              from (select t.queue
                      from rowmill_task t
                     where t.status = ?
                       and t.status in ('dead', 'cancelled')
                     order by t.id desc
                     limit ?) ended
            """;

    private static final String WAITING_OF_QUEUES = """
            select count(*) as matching, count(*) as looked_at
              from (select 1
                      from rowmill_task t
                     where t.status = 'waiting'
                       and t.key is not null
                       and t.queue = any(?)
                     limit ?) counted
            """;

    private static final String ALL = """
            select 1
              from rowmill_task t
             where t.status = ?
            """;

    private final Sql sql;

    StatusCounts(Sql sql) {
        this.sql = sql;
    }

    List<StatusCount> read() throws SQLException {
        List<StatusCount> counts = new ArrayList<>();
        for (TaskStatus status : TaskStatus.values()) {
            counts.add(new StatusCount(status, count(status)));
        }
        return counts;
    }

    /** Returns the number of tasks queued after a failure, among the latest 50,000 tasks with an error. */
    Count retrying() throws SQLException {
        return matching(RETRYING, MAX_LOOKED_AT, MAX_LOOKED_AT);
    }

    /**
     * Returns the number of tasks of these queues that are queued after a failure, among the latest 10,000 of all
     * queues.
     */
    Count retrying(Set<String> queues) throws SQLException {
        return matching(RETRYING_OF_QUEUES, MAX, names(queues), MAX);
    }

    /**
     * Returns the numbers of tasks of these queues that wait for their keys, are dead or cancelled. Ended tasks
     * are counted among the latest 50,000 of each state.
     */
    List<StatusCount> ended(Set<String> queues) throws SQLException {
        List<StatusCount> counts = new ArrayList<>();
        counts.add(new StatusCount(TaskStatus.WAITING, matching(WAITING_OF_QUEUES, MAX, names(queues), MAX)));
        for (TaskStatus status : List.of(TaskStatus.DEAD, TaskStatus.CANCELLED)) {
            Count count = matching(ENDED_OF_QUEUES, MAX_LOOKED_AT, names(queues), status.column(), MAX_LOOKED_AT);
            counts.add(new StatusCount(status, count));
        }
        return counts;
    }

    private static String[] names(Set<String> queues) {
        return queues.toArray(String[]::new);
    }

    private Count matching(String query, int cap, Object... parameters) throws SQLException {
        return sql.first(
                        query,
                        row -> new Count(
                                row.getLong("matching"),
                                Count.upTo(cap, row.getLong("looked_at")).precision()),
                        parameters)
                .orElseThrow();
    }

    private Count count(TaskStatus status) throws SQLException {
        Count counted = Count.upTo(MAX, upToMost(status));
        return counted.isExact() ? counted : counted.orEstimated(Estimates.of(sql, ALL, status.column()));
    }

    private long upToMost(TaskStatus status) throws SQLException {
        return switch (status) {
            case QUEUED -> number(QUEUED, MAX, MAX);
            case WAITING -> number(WAITING, MAX);
            case EXECUTING -> number(EXECUTING, MAX);
            default -> number(FINISHED, status.column(), MAX);
        };
    }

    private long number(String query, Object... parameters) throws SQLException {
        return sql.first(query, row -> row.getLong(1), parameters).orElseThrow();
    }
}
