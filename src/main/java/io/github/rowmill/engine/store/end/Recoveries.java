package io.github.rowmill.engine.store.end;

import io.github.rowmill.db.Bisection;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.TaskStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.hibernate.JDBCException;

/** Recovers tasks whose lease has expired. */
@ApplicationScoped
public class Recoveries {

    private final EngineDatabase database;

    Recoveries(EngineDatabase database) {
        this.database = database;
    }

    private static final String UNTIL_NEXT = """
            select cast(extract(epoch from t.expiry) - extract(epoch from clock_timestamp()) as float8) as until
              from rowmill_task t
             where t.status = 'executing'
               and t.expiry <= now() + make_interval(secs => ?)
             order by t.expiry
             limit 1
            """;

    /**
     * Returns the time until the first lease expires, on the database's clock. It is zero or negative if a lease
     * has expired, and empty if none expires within {@code most}.
     */
    public Optional<Duration> untilNext(Duration most) {
        return database.statement(sql -> sql.first(UNTIL_NEXT, row -> Seconds.read(row, "until"), Seconds.of(most)));
    }

    /**
     * A task that was recovered.
     *
     * @param status the new status, queued or dead
     * @param watched whether the task has ended and its end is waited for
     */
    public record Recovered(long id, String queue, String type, int crashes, TaskStatus status, boolean watched) {}

    // Subqueries and row positions force an index probe for each task, as in Leases.
    private static final String FIRST_EXPIRED = """
            with late as materialized (
                select t.id
                  from rowmill_task t
                 where t.status = 'executing'
                   and t.expiry <= now()),
            expired as materialized (
                select h.*
                  from (select id from late order by id) l
                 cross join lateral (
                       select t.id, t.operator_id, t.ctid
                         from rowmill_task t
                        where t.id = l.id
                          and t.status = 'executing'
                          and t.expiry <= now()
                          for no key update of t skip locked) h
                 limit ?),
            """;

    private static final String THOSE_EXPIRED = """
            with expired as materialized (
                select t.id, t.operator_id, t.ctid
                  from rowmill_task t
                 where t.id = any(?)
                   and t.status = 'executing'
                   and t.expiry <= now()
                 order by t.id
                   for no key update of t skip locked),
            """;

    private static final String RECOVERED = """
            recovered as (
                update rowmill_task t
                   set status = case when t.attempts >= t.max_attempts or t.crashes + 1 >= ?
                                     then 'dead' else 'queued' end,
                       finished = case when t.attempts >= t.max_attempts or t.crashes + 1 >= ?
                                       then clock_timestamp() end,
                       operator_id = null,
                       expiry = null,
                       crashes = t.crashes + 1,
                       error = 'the lease of ' || left(t.operator_id, 200) || ' expired: it died, hung or lost the database',
                       last_updated = clock_timestamp(),
                       version = t.version + 1,
                       watched = t.watched or (t.flow is not null
                                               and (t.attempts >= t.max_attempts or t.crashes + 1 >= ?))
                 where t.ctid = any(array(select e.ctid from expired e))
                returning t.id, t.queue, t.type, t.crashes, t.status, t.attempts, t.started, t.error,
                          t.watched and t.finished is not null as watched),
            failed as (
                insert into rowmill_attempt (task, number, operator, started, finished, error, signature)
                select r.id, r.attempts, e.operator_id, r.started, clock_timestamp(), r.error, 'crashed'
                  from recovered r
                  join expired e
                    on e.id = r.id
                    on conflict (task, number) do update
                   set operator = excluded.operator,
                       started = excluded.started,
                       finished = excluded.finished,
                       error = excluded.error,
                       stack_trace = excluded.stack_trace,
                       signature = excluded.signature)
            select id, queue, type, crashes, status, watched
              from recovered
            """;

    static final String RECOVER = FIRST_EXPIRED + RECOVERED;

    private static final String RECOVER_THOSE = THOSE_EXPIRED + RECOVERED;

    /**
     * Queues expired tasks again, or ends those whose attempts or crashes in quarantine are used up. Handles at
     * most {@code limit} tasks in id order. The interrupted attempt is recorded in a row.
     *
     * <p>If the database refuses a task, all other expired tasks are recovered. The refused task is set aside if
     * its values are the cause. Otherwise it is skipped, and {@code refused} is called with the reason.
     */
    public List<Recovered> recover(int limit, int maxCrashes, Consumer<Throwable> refused) {
        int fatal = Claimed.QUARANTINE_CRASHES + maxCrashes;
        try {
            return recover(RECOVER, limit, fatal);
        } catch (JDBCException e) {
            if (!Refusal.mayBeOfOneRow(e)) {
                throw e;
            }
            return recoverAround(limit, fatal, refused);
        }
    }

    private List<Recovered> recover(String statement, Object which, int fatal) {
        return database.statement(sql -> sql.byIndex()
                .all(
                        statement,
                        row -> new Recovered(
                                row.getLong("id"),
                                row.getString("queue"),
                                row.getString("type"),
                                row.getInt("crashes"),
                                TaskStatus.of(row.getString("status")),
                                row.getBoolean("watched")),
                        which,
                        fatal,
                        fatal,
                        fatal));
    }

    private static final String EXPIRED = """
            select t.id
              from rowmill_task t
             where t.status = 'executing'
               and t.expiry <= now()
               and t.id > ?
             order by t.id
             limit ?
            """;

    private List<Recovered> recoverAround(int slice, int fatal, Consumer<Throwable> refused) {
        List<Recovered> recovered = new ArrayList<>();
        List<Long> ids = expired(Long.MIN_VALUE, slice);
        while (!ids.isEmpty()) {
            recovered.addAll(Bisection.of(
                    ids,
                    some -> recover(
                            RECOVER_THOSE, some.stream().mapToLong(id -> id).toArray(), fatal),
                    (id, why) -> instead(id, why, refused)));
            ids = expired(ids.get(ids.size() - 1), slice);
        }
        return recovered;
    }

    private List<Long> expired(long after, int limit) {
        return database.statement(sql -> sql.all(EXPIRED, row -> row.getLong(1), after, limit));
    }

    private List<Recovered> instead(long id, JDBCException why, Consumer<Throwable> refused) {
        if (!Refusal.isOfTheValues(why)) {
            refused.accept(why);
            return List.of();
        }
        return database.statement(sql -> UnrunnableRow.set(sql, id, Refusal.reason(why))).stream()
                .map(row ->
                        new Recovered(row.id(), row.queue(), row.type(), row.crashes(), TaskStatus.DEAD, row.watched()))
                .toList();
    }
}
