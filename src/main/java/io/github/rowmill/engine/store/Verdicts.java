package io.github.rowmill.engine.store;

import io.github.rowmill.engine.store.loop.EngineDatabase;
import io.github.rowmill.engine.store.sql.JoinedDatabase;
import io.github.rowmill.engine.store.sql.Seconds;
import io.github.rowmill.engine.store.sql.Sql;
import io.github.rowmill.node.Operator;
import io.github.rowmill.task.Lease;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Writes verdicts that are no successes, which are for {@link Completions}. Failures get a row in {@code rowmill_attempt}. */
@ApplicationScoped
public class Verdicts {

    private final JoinedDatabase joined;
    private final EngineDatabase database;
    private final String operator;

    Verdicts(JoinedDatabase joined, EngineDatabase database, Operator operator) {
        this.database = database;
        this.operator = operator.id();
        this.joined = joined;
    }

    private static final String MEANT = """
            with verdict as materialized (
                select *
                  from unnest(cast(? as bigint[]), cast(? as bigint[]), cast(? as text[]), cast(? as float8[]),
                              cast(? as int[]), cast(? as text[]), cast(? as text[]), cast(? as text[]))
                    as v (id, version, status, delay, given, error, trace, signature)),
            held as materialized (
                select h.id, h.version
                  from (select id, version from verdict order by id) mine
                 cross join lateral (
                       select t.id, t.version
                         from rowmill_task t
                        where t.id = mine.id
                          and t.version = mine.version
                          and t.operator_id = ?
            """;

    // What is given back with a delay is a snooze: its process has outlived the handler.
    // A release may never have begun, and a failure is no sign of health.
    private static final String SETTLED = """
            settled as (
                update rowmill_task t
                   set status = v.status,
                       operator_id = null,
                       expiry = null,
                       attempts = t.attempts - v.given,
                       crashes = case when v.given = 1 and v.delay is not null then 0 else t.crashes end,
                       run_at = coalesce(clock_timestamp() + make_interval(secs => v.delay), t.run_at),
                       error = coalesce(v.error, t.error),
                       finished = case when v.status = 'dead' then clock_timestamp() end,
                       last_updated = clock_timestamp(),
                       version = t.version + 1
                  from verdict v
                  join held
                    on held.id = v.id
                   and held.version = v.version
                 where t.id = v.id
                returning v.id, v.version, t.attempts, t.started, v.error, v.trace, v.signature),
            failed as (
                insert into rowmill_attempt (task, number, operator, started, finished, error, stack_trace, signature)
                select s.id, s.attempts, ?, s.started, clock_timestamp(), s.error, s.trace, s.signature
                  from settled s
                 where s.error is not null
                    on conflict (task, number) do update
                   set operator = excluded.operator,
                       started = excluded.started,
                       finished = excluded.finished,
                       error = excluded.error,
                       stack_trace = excluded.stack_trace,
                       signature = excluded.signature)
            """;

    static final String SETTLE_ALL = MEANT + """
                          for no key update of t skip locked) h),
            """ + SETTLED + """
            select id, version
              from settled
            """;

    // For one row, which may wait for its lock; only the commit is to follow, as in Completions.
    private static final String SETTLE_ONE = MEANT + """
                          for no key update of t) h),
            """ + SETTLED + """
            select id, version, set_config('idle_in_transaction_session_timeout', '30s', true)
              from settled
            """;

    /**
     * Writes many verdicts, none of them a success, in one statement, passing over rows that another transaction holds.
     *
     * @return those written; what has become of the rest must be looked at
     */
    public Set<Lease> writeAll(List<Verdict> verdicts) {
        return database.statement(sql -> settle(sql.byIndex(), SETTLE_ALL, verdicts));
    }

    /**
     * Writes one verdict in the caller's transaction, or without one in its own; waits if another transaction holds the row.
     *
     * @return false: the lease is not held any more, and nothing was written
     */
    public boolean writeIfHeld(Verdict verdict) {
        return !joined.statement(sql -> settle(sql, SETTLE_ONE, List.of(verdict)))
                .isEmpty();
    }

    private Set<Lease> settle(Sql sql, String statement, List<Verdict> verdicts) throws SQLException {
        return Set.copyOf(sql.all(
                statement,
                Leases::lease,
                verdicts.stream().mapToLong(v -> v.lease().id()).toArray(),
                verdicts.stream().mapToLong(v -> v.lease().version()).toArray(),
                column(verdicts, String[]::new, v -> v.status().column()),
                column(verdicts, Double[]::new, v -> Seconds.ofNullable(v.delay())),
                verdicts.stream().mapToInt(v -> v.counts() ? 0 : 1).toArray(),
                column(verdicts, String[]::new, Verdict::error),
                column(verdicts, String[]::new, Verdict::stackTrace),
                column(verdicts, String[]::new, Verdict::signature),
                operator,
                operator));
    }

    private static <T> T[] column(
            List<Verdict> verdicts, IntFunction<T[]> array, Function<Verdict, @Nullable T> value) {
        return verdicts.stream().map(value).toArray(array);
    }
}
