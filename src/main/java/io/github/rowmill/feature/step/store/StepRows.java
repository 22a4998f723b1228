package io.github.rowmill.feature.step.store;

import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records steps in the caller's transaction, or in a transaction for each statement. Every write is fenced by the
 * lease of the attempt. It locks no task, so that a renewal of the lease never waits. Two attempts that record
 * the same step meet at its primary key.
 */
@Singleton
public class StepRows {

    private final JoinedDatabase joined;
    private final Claimant claimant;

    StepRows(JoinedDatabase joined, Claimant claimant) {
        this.joined = joined;
        this.claimant = claimant;
    }

    static final String ALL = """
            select
            """ + StepRow.COLUMNS + """
              from rowmill_step
             where task = ?
            """;

    /** Returns all records of a task. */
    public List<StepRow> all(long task) {
        return joined.statement(sql -> sql.all(ALL, StepRow::read, task));
    }

    static final String ONE = ALL + " and name = ?";

    /** Returns the record of a step. */
    public Optional<StepRow> find(long task, String name) {
        return joined.statement(sql -> sql.first(ONE, StepRow::read, task, name));
    }

    private static final String IS_HELD = """
            select 1
              from rowmill_task t
             where t.id = ?
               and t.version = ?
               and t.operator_id = ?
            """;

    /** Returns whether the attempt still holds its task. */
    public boolean isHeld(Lease lease) {
        return joined.statement(
                        sql -> sql.first(IS_HELD, row -> row.getInt(1), lease.id(), lease.version(), claimant.name()))
                .isPresent();
    }

    /**
     * End of a statement that writes a record in a transaction of the handler. If the node is cut off before its
     * commit, the server ends the transaction. Otherwise later attempts would wait for the key of the record.
     */
    private static final String BRIEFLY = """
            returning set_config('idle_in_transaction_session_timeout', '30s', true)
            """;

    static final String RECORD = """
            insert into rowmill_step (task, name, kind, result, begun, done)
            select t.id, ?, 'step', cast(? as jsonb), c.now, c.now
              from rowmill_task t
             cross join (select clock_timestamp() as now) c
             where t.id = ?
               and t.version = ?
               and t.operator_id = ?
                on conflict do nothing
            """;

    /**
     * Records that a step is done. Waits for a transaction that is recording the same step.
     *
     * @param result the value as it is stored; null for none
     * @return false if the lease is lost, or another attempt has recorded the step
     */
    public boolean recordIfHeld(Lease lease, String name, @Nullable String result) {
        return isWritten(RECORD + BRIEFLY, name, orNull(result), lease.id(), lease.version(), claimant.name());
    }

    private static final String RECORD_TURN = """
            insert into rowmill_step as s (task, name, kind, result, turn, begun, done)
            select t.id, ?, 'loop', cast(? as jsonb), ?, c.now, case when ? then c.now end
              from rowmill_task t
             cross join (select clock_timestamp() as now) c
             where t.id = ?
               and t.version = ?
               and t.operator_id = ?
                on conflict (task, name) do update
               set result = excluded.result,
                   turn = excluded.turn,
                   done = excluded.done
             where s.kind = 'loop'
               and s.turn = excluded.turn - 1
               and s.done is null
            """ + BRIEFLY;

    /**
     * Records a turn of a loop. Waits for a transaction that is recording a turn of the same loop.
     *
     * @param turn the number of the turn, from 1
     * @param cursor the cursor of the next turn as it is stored
     * @param isLast whether the loop is over; the cursor is that of the last turn then
     * @return false if the lease is lost, or another attempt has recorded the turn
     */
    public boolean recordTurnIfHeld(Lease lease, String name, long turn, @Nullable String cursor, boolean isLast) {
        return isWritten(RECORD_TURN, name, orNull(cursor), turn, isLast, lease.id(), lease.version(), claimant.name());
    }

    private static final String RECORD_FLOW = """
            insert into rowmill_step (task, name, kind, flow)
            select t.id, ?, 'flow', ?
              from rowmill_task t
             where t.id = ?
               and t.version = ?
               and t.operator_id = ?
                on conflict do nothing
            """ + BRIEFLY;

    /**
     * Records that a step has enqueued a flow and waits for it. Waits for a transaction that is recording the
     * same step.
     *
     * @return false if the lease is lost, or another attempt has recorded the step
     */
    public boolean recordFlowIfHeld(Lease lease, String name, long flow) {
        return isWritten(RECORD_FLOW, name, flow, lease.id(), lease.version(), claimant.name());
    }

    private boolean isWritten(String record, @Nullable Object... parameters) {
        return joined.statement(sql -> sql.first(record, row -> true, parameters))
                .isPresent();
    }

    private static final String END_FLOW = """
            with ended as (
                update rowmill_step s
                   set done = coalesce(s.done, clock_timestamp())
                  from rowmill_task t
                 where s.task = ?
                   and s.name = ?
                   and s.kind = 'flow'
                   and t.id = s.task
                   and t.version = ?
                   and t.operator_id = ?
                returning s.task),
            taken as (
                delete from rowmill_signal g
                 using ended e
                 where g.task = e.task
                   and g.name = ?)
            select count(*) from ended
            """;

    /**
     * Records that a wait for a flow is over, and deletes the signals of its end.
     *
     * @param signal the name of the signals
     * @return false if the lease is lost
     */
    public boolean endFlowIfHeld(Lease lease, String name, String signal) {
        return joined.statement(sql -> sql.first(
                                END_FLOW,
                                row -> row.getLong(1),
                                lease.id(),
                                name,
                                lease.version(),
                                claimant.name(),
                                signal))
                        .orElse(0L)
                == 1;
    }

    /** The result of a sleep or a wait. */
    public enum State {
        /** The lease is lost. */
        LOST,
        /** The time has not passed yet, and no signal has come. */
        SLEEPS,
        /** The time has passed, and no signal has come. */
        OVER,
        /** A signal has come. */
        RECEIVED
    }

    /**
     * The result of a sleep or a wait.
     *
     * @param payload the payload of the signal as it is stored; null if none has come
     * @param remaining the time until the sleep or wait is over, if it is not
     */
    public record Wait(State state, @Nullable String payload, Duration remaining) {

        private static Wait read(ResultSet row) throws SQLException {
            Duration remaining = Seconds.readOrNull(row, "remaining");
            return new Wait(
                    State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                    row.getString("payload"),
                    remaining == null ? Duration.ZERO : remaining);
        }
    }

    private static final String WAIT = """
            select w.state, w.payload, w.remaining from rowmill_step_wait(?, ?, ?, ?, cast(? as text), ?) w
            """;

    /**
     * Sleeps, or waits for a signal, as {@code rowmill_step_wait} does. Must be called without a transaction.
     *
     * @param signal the name of the signal; null for a sleep
     */
    public Wait wait(Lease lease, String name, @Nullable String signal, Duration most) {
        return joined.statement(sql -> sql.first(
                        WAIT,
                        Wait::read,
                        lease.id(),
                        lease.version(),
                        claimant.name(),
                        name,
                        orNull(signal),
                        Seconds.of(most)))
                .orElseThrow();
    }

    private static Object orNull(@Nullable String text) {
        return text == null ? JDBCType.VARCHAR : text;
    }
}
