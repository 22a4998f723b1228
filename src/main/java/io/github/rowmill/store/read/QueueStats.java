package io.github.rowmill.store.read;

import io.github.rowmill.store.claim.WaitingQueues;
import io.github.rowmill.store.loop.LoopDatabase;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Counts that stay cheap on a large table: no count goes on past {@link #MOST}. */
@ApplicationScoped
public class QueueStats {

    /** A count of this much means this many or more. */
    public static final int MOST = 10_000;

    private final LoopDatabase database;

    QueueStats(LoopDatabase database) {
        this.database = database;
    }

    /** How many tasks are in a state, at most {@link #MOST}. */
    public record StatusCount(TaskStatus status, int count) {}

    /** A queue's live tasks, at most {@link #MOST} of each kind, and the age of its oldest due one. */
    public record QueueCount(String queue, int due, int scheduled, int executing, Duration lag) {}

    private static final String COUNT_STATUS = """
            select count(*)
              from (select 1
                      from rowmill_task t
                     where t.status = ?
                     limit ?) counted
            """;

    /** The tasks in each state, in the order of the states. */
    public List<StatusCount> byStatus() {
        return Arrays.stream(TaskStatus.values())
                .map(status -> new StatusCount(
                        status,
                        database.statement(sql -> sql.first(COUNT_STATUS, row -> row.getInt(1), status.column(), MOST)
                                .orElseThrow())))
                .toList();
    }

    private static final String COUNT_QUEUES = WaitingQueues.NAMES + """
            , queued as (
                select q.queue,
                       (select count(*) from (
                            select 1 from rowmill_task t
                             where t.status = 'queued' and t.crashes < 2 and t.queue = q.queue and t.run_at <= now()
                             limit ?) counted) as due,
                       (select count(*) from (
                            select 1 from rowmill_task t
                             where t.status = 'queued' and t.crashes < 2 and t.queue = q.queue and t.run_at > now()
                             limit ?) counted) as scheduled,
                       (select extract(epoch from now() - min(counted.run_at)) from (
                            select t.run_at from rowmill_task t
                             where t.status = 'queued' and t.crashes < 2 and t.queue = q.queue and t.run_at <= now()
                             limit ?) counted) as lag
                  from q
                 where q.queue is not null),
            executing as (
                select t.queue, count(*) as executing
                  from rowmill_task t
                 where t.status = 'executing'
                 group by t.queue)
            select coalesce(q.queue, e.queue), coalesce(q.due, 0), coalesce(q.scheduled, 0), coalesce(e.executing, 0),
                   cast(coalesce(q.lag, 0) as float8)
              from queued q
              full join executing e on e.queue = q.queue
             order by 1
            """;

    /** The queues that hold live tasks, by name. */
    public List<QueueCount> byQueue() {
        return database.statement(sql -> sql.all(
                COUNT_QUEUES,
                row -> new QueueCount(
                        row.getString(1), row.getInt(2), row.getInt(3), row.getInt(4), Duration.ofMillis((long)
                                (row.getDouble(5) * 1000))),
                MOST,
                MOST,
                MOST));
    }

    private static final String UNHANDLED = """
            select distinct counted.type
              from (select t.type
                      from rowmill_task t
                     where t.status = 'queued'
                       and t.crashes < 2
                       and t.run_at <= now()
                       and not t.type = any(?)
                     limit ?) counted
             order by 1
            """;

    /** The types of due tasks that are not among {@code handled}. */
    public List<String> unhandledTypes(Collection<String> handled) {
        String[] types = handled.toArray(String[]::new);
        return database.statement(sql -> sql.all(UNHANDLED, row -> row.getString(1), types, MOST));
    }
}
