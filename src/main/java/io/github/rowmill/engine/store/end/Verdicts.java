package io.github.rowmill.engine.store.end;

import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.task.Lease;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.hibernate.JDBCException;
import org.jspecify.annotations.Nullable;

/**
 * Writes verdicts other than successes, which {@link Completions} writes. Failures get a row in
 * {@code rowmill_attempt}.
 */
@ApplicationScoped
public class Verdicts {

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final JoinedDatabase joined;
    private final EngineDatabase database;

    Verdicts(JoinedDatabase joined, EngineDatabase database) {
        this.database = database;
        this.joined = joined;
    }

    private static final String MEANT = """
            with verdict as materialized (
                select *
                  from unnest(cast(? as bigint[]), cast(? as bigint[]), cast(? as text[]), cast(? as float8[]),
                              cast(? as int[]), cast(? as text[]), cast(? as text[]), cast(? as text[]),
                              cast(? as text[]))
                    as v (id, version, status, delay, given, error, trace, signature, signal)),
            held as materialized (
                select h.id, h.version
                  from (select id, version, given from verdict order by id) mine
                 cross join lateral (
                       select t.id, t.version
                         from rowmill_task t
                        where t.id = mine.id
                          and t.version = mine.version
                          and t.operator_id = ?
            """;

    // Whether the attempt counts, or how the task is given back. BEGUN: after its handler began. UNLESS_KEYED: before
    // that, but a task with a unique key to return is left to another statement. KEYLESS: before that, and without
    // its unique key.
    private static final int COUNTS = 0;
    private static final int BEGUN = 1;
    private static final int UNLESS_KEYED = 2;
    private static final int KEYLESS = 3;

    // A task given back with a delay is snoozed or suspended: its process has survived the handler, so the crashes are
    // reset. A released task may never have begun, and a failure is no sign of a healthy process.
    //
    // If a signal was sent during the attempt, a task that waits for one is due at once, and its next attempt looks
    // again. The mark of the signal is read in the row that is written, so no signal is lost in between.
    private static final String SETTLED = """
            settled as (
                update rowmill_task t
                   set status = v.status,
                       operator_id = null,
                       expiry = null,
                       attempts = t.attempts - least(v.given, 1),
                       started = case when v.given > 1 and t.first_claim is not null then null else t.started end,
                       crashes = case when v.given = 1 and v.delay is not null then 0 else t.crashes end,
                       run_at = case
                           when v.signal is not null and t.signalled then clock_timestamp()
                           else coalesce(clock_timestamp() + make_interval(secs => v.delay), t.run_at)
                       end,
                       awaits = v.signal,
                       signalled = null,
                       error = coalesce(v.error, t.error),
                       finished = case when v.status = 'dead' then clock_timestamp() end,
                       last_updated = clock_timestamp(),
                       version = t.version + 1,
                       watched = t.watched or (t.flow is not null and v.status = 'dead')
                  from verdict v
                  join held
                    on held.id = v.id
                   and held.version = v.version
                 where t.id = v.id
                returning v.id, v.version, t.attempts, t.started, v.error, v.trace, v.signature,
                          t.watched and t.finished is not null as watched),
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
                          and (mine.given <> 2 or coalesce(t.first_claim, '') = '')
                          for no key update of t skip locked) h),
            """ + SETTLED + """
            select id, version, watched
              from settled
            """;

    // Writes a single row, which may wait for its lock. Only the commit is to follow, as in Completions.
    private static final String SETTLE_ONE = MEANT + """
                          for no key update of t) h),
            """ + SETTLED + """
            select id, version, watched, set_config('idle_in_transaction_session_timeout', '30s', true)
              from settled
            """;

    /**
     * Writes many verdicts, none of them a success, in one statement, and skips rows that another transaction
     * holds. A task that gets its unique key back is written by a separate statement. So an enqueue of that key
     * does not block other verdicts.
     *
     * @return the verdicts that were written; the caller must read the state of the others
     */
    public Written writeAll(Claimant holder, List<Verdict> verdicts) {
        Written written = database.statement(sql -> settle(sql.byIndex(), holder, SETTLE_ALL, verdicts, UNLESS_KEYED));
        List<Verdict> keyed = verdicts.stream()
                .filter(one -> !one.began() && !written.leases().contains(one.lease()))
                .toList();
        return keyed.stream().map(one -> giveBackKey(holder, one)).reduce(written, Written::and);
    }

    // If an enqueue wants the key at the same moment, the task is given back without it. It does not wait for a
    // transaction that may take long. The rival is read by a scalar subquery, because EXISTS may be planned as a
    // search of all keys.
    static final String GIVE_BACK_KEY = """
            with held as materialized (
                select t.ctid
                  from rowmill_task t
                 where t.id = ?
                   and t.version = ?
                   and t.operator_id = ?
                   and t.first_claim <> ''
                   and (select set_config('lock_timeout', '10ms', true)) is not null
                   for no key update of t skip locked)
            update rowmill_task t
               set status = 'queued',
                   operator_id = null,
                   expiry = null,
                   attempts = t.attempts - 1,
                   started = null,
                   unique_key = case when (
                           select rival.id
                             from rowmill_task rival
                            where rival.type = t.type
                              and rival.unique_key = t.first_claim
                              and rival.unique_key is not null
                              and (rival.status in ('queued', 'waiting', 'executing') or rival.unique_for is not null)
                            limit 1) is null
                       then t.first_claim end,
                   last_updated = clock_timestamp(),
                   version = t.version + 1
             where t.ctid = any(array(select ctid from held))
            returning t.id, t.version - 1, false
            """;

    private Written giveBackKey(Claimant holder, Verdict one) {
        Lease lease = one.lease();
        try {
            return Written.of(database.statement(sql ->
                    sql.byIndex().all(GIVE_BACK_KEY, Written.Row::read, lease.id(), lease.version(), holder.name())));
        } catch (JDBCException e) {
            if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState()) && !Refusal.isOfTheStatement(e)) {
                throw e;
            }
            return database.statement(sql -> settle(sql.byIndex(), holder, SETTLE_ALL, List.of(one), KEYLESS));
        }
    }

    /**
     * Writes one verdict in the caller's transaction, or in its own without one. Waits if another transaction
     * holds the row.
     */
    public FencedWrite writeIfHeld(Claimant holder, Verdict verdict) {
        return joined.statement(sql -> settle(sql, holder, SETTLE_ONE, List.of(verdict), KEYLESS))
                .ofOne();
    }

    /**
     * Writes many verdicts, none of them a success, in the caller's transaction, and skips rows that another
     * transaction holds.
     *
     * @return the verdicts that were written; the caller must read the state of the others
     */
    public Written writeAllIfHeld(Claimant holder, List<Verdict> verdicts) {
        return joined.statement(sql -> settle(sql.byIndex(), holder, SETTLE_ALL, verdicts, KEYLESS));
    }

    private Written settle(Sql sql, Claimant holder, String statement, List<Verdict> verdicts, int wayIfUnbegun)
            throws SQLException {
        return Written.of(sql.all(
                statement,
                Written.Row::read,
                verdicts.stream().mapToLong(v -> v.lease().id()).toArray(),
                verdicts.stream().mapToLong(v -> v.lease().version()).toArray(),
                column(verdicts, String[]::new, v -> v.status().column()),
                column(verdicts, Double[]::new, v -> Seconds.ofNullable(v.delay())),
                verdicts.stream()
                        .mapToInt(v -> v.counts() ? COUNTS : v.began() ? BEGUN : wayIfUnbegun)
                        .toArray(),
                column(verdicts, String[]::new, Verdict::error),
                column(verdicts, String[]::new, Verdict::stackTrace),
                column(verdicts, String[]::new, Verdict::signature),
                column(verdicts, String[]::new, Verdict::signal),
                holder.name(),
                holder.name()));
    }

    private static <T> T[] column(
            List<Verdict> verdicts, IntFunction<T[]> array, Function<Verdict, @Nullable T> value) {
        return verdicts.stream().map(value).toArray(array);
    }
}
