package io.github.rowmill.store;

import io.github.rowmill.store.loop.LoopDatabase;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Locale;

/** Takes tasks from owners whose lease has expired. */
@ApplicationScoped
public class Recoveries {

    private final LoopDatabase database;

    Recoveries(LoopDatabase database) {
        this.database = database;
    }

    /** A task that was recovered, and what it is now: queued, or dead. */
    public record Recovered(long id, String queue, String type, int crashes, TaskStatus status) {}

    private static final String RECOVER = """
            with expired as materialized (
                select t.id, t.operator_id
                  from rowmill_task t
                 where t.status = 'executing'
                   and t.expiry <= now()
                 order by t.id
                 limit ?
                   for no key update of t skip locked),
            recovered as (
                update rowmill_task t
                   set status = case when t.attempts >= t.max_attempts or t.crashes + 1 >= ?
                                     then 'dead' else 'queued' end,
                       finished = case when t.attempts >= t.max_attempts or t.crashes + 1 >= ?
                                       then clock_timestamp() end,
                       operator_id = null,
                       expiry = null,
                       crashes = t.crashes + 1,
                       error = 'the lease of ' || e.operator_id || ' expired: it died, hung or lost the database',
                       last_updated = clock_timestamp(),
                       version = t.version + 1
                  from expired e
                 where t.id = e.id
                returning t.id, t.queue, t.type, t.crashes, t.status, t.attempts, t.started, t.error, e.operator_id),
            failed as (
                insert into rowmill_attempt (task, number, operator, started, finished, error)
                select r.id, r.attempts, r.operator_id, r.started, clock_timestamp(), r.error
                  from recovered r
                    on conflict (task, number) do update
                   set operator = excluded.operator,
                       started = excluded.started,
                       finished = excluded.finished,
                       error = excluded.error,
                       stack_trace = excluded.stack_trace)
            select id, queue, type, crashes, status
              from recovered
            """;

    /**
     * Queues expired tasks again, or ends those whose attempts or crashes in quarantine are used up; at most
     * {@code limit} in id order. The attempt that was cut off leaves a row.
     */
    public List<Recovered> recover(int limit, int maxCrashes) {
        int fatal = Claimed.QUARANTINE_CRASHES + maxCrashes;
        return database.statement(sql -> sql.all(
                RECOVER,
                row -> new Recovered(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        row.getInt(4),
                        TaskStatus.valueOf(row.getString(5).toUpperCase(Locale.ROOT))),
                limit,
                fatal,
                fatal));
    }
}
