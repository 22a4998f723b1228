package io.github.rowmill.feature.schedule.store;

import io.github.rowmill.api.Overlap;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.db.EngineDatabase;
import io.github.rowmill.db.Refusal;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.Occurrences;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.JDBCException;
import org.jspecify.annotations.Nullable;

/** Turns ticks into tasks. The task and the schedule's step to its next tick are written in one transaction. */
@ApplicationScoped
public class Ticks {

    private final EngineDatabase database;
    private final UnreadableRules unreadable = new UnreadableRules();

    Ticks(EngineDatabase database) {
        this.database = database;
    }

    private static final String UNTIL_NEXT = """
            select cast(extract(epoch from min(s.next_run) - clock_timestamp()) as float8) as until
              from rowmill_schedule s
             where not s.paused
            """ + UnreadableRules.READABLE;

    /**
     * Returns the time until a schedule must be examined, on the database's clock. It is negative if a schedule is
     * due, and empty if no schedule has a next run.
     */
    public Optional<Duration> untilNext() {
        return database.statement(sql -> sql.first(
                        UNTIL_NEXT,
                        row -> Optional.ofNullable(Seconds.readOrNull(row, "until")),
                        unreadable.parameters().toArray()))
                .orElseThrow();
    }

    /**
     * Locks the schedule that is due for the longest time and that no other node has locked, and applies the
     * result of {@code decide}. If {@code decide} cannot handle the row, or the database refuses the task, the
     * schedule is set aside. If only this node may be unable to read the row, it is left to others.
     *
     * @return the events to fire now that the transaction is committed; empty if no schedule is due
     */
    public Optional<List<TaskEvent>> next(Function<DueSchedule, TickDecision> decide) {
        try {
            return database.transaction(session -> Sql.of(session, sql -> next(sql, decide)));
        } catch (Refused refused) {
            if (!Refusal.mayBeOfOneRow(refused.why)) {
                throw refused.why;
            }
            String why = Refusal.reason(refused.why);
            return Optional.of(database.statement(sql -> setAside(sql, refused.schedule, why)));
        }
    }

    // If a node stops responding during the transaction, the server ends its connection, and another node takes
    // the row. Queries of tasks in this transaction use an index, even if the table was small when they were
    // planned.
    private static final String FIRST_DUE = ScheduleColumns.SELECT + """
             where not s.paused
               and s.next_run <= now()
            """ + UnreadableRules.READABLE + """
               and (select concat(
                       set_config('idle_in_transaction_session_timeout', ?, true),
                       set_config('plan_cache_mode', 'force_generic_plan', true),
                       set_config('enable_seqscan', 'off', true))) is not null
             order by s.next_run
             limit 1
               for no key update of s skip locked
            """;

    private Optional<List<TaskEvent>> next(Sql sql, Function<DueSchedule, TickDecision> decide) throws SQLException {
        String silence = Long.toString(database.longestSilence().toMillis());
        Object[] parameters =
                Stream.concat(unreadable.parameters(), Stream.of(silence)).toArray();
        Optional<DueSchedule> first = sql.first(FIRST_DUE, DueSchedule::read, parameters);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        DueSchedule due = first.get().whileRunning(isRunning(sql, first.get().schedule()));
        try {
            return Optional.of(take(sql, due, decide.apply(due)));
        } catch (UnreadableRule e) {
            unreadable.add(due.schedule());
            return Optional.of(
                    List.of(new TaskEvent.ScheduleUnreadable(due.schedule().name(), String.valueOf(e.getMessage()))));
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            return Optional.of(setAside(sql, due.schedule(), String.valueOf(e.getMessage())));
        }
    }

    private static boolean isRunning(Sql sql, Schedule schedule) throws SQLException {
        return schedule.overlap() != Overlap.ALLOW && Occurrences.hasLive(sql, schedule.name());
    }

    private static List<TaskEvent> take(Sql sql, DueSchedule due, TickDecision turn) throws SQLException {
        Schedule schedule = due.schedule();
        Instant tick = turn.make();
        Optional<Long> id = tick == null ? Optional.empty() : make(sql, due, tick);
        move(sql, schedule, turn, id.orElse(schedule.lastTask()));
        return Stream.concat(turn.skipped().stream(), id.stream().flatMap(made -> made(schedule, turn, made)))
                .toList();
    }

    private static Stream<TaskEvent> made(Schedule schedule, TickDecision turn, long id) {
        boolean due = schedule.jitter().isZero();
        return Stream.of(
                new TaskEvent.Ticked(schedule.name(), turn.lastTick(), id),
                new TaskEvent.Enqueued(schedule.queue(), schedule.type(), 1, 0, due, List.of(id)));
    }

    private static Optional<Long> make(Sql sql, DueSchedule due, Instant tick) {
        try {
            return Occurrences.insert(sql, due.occurrence(tick, due.schedule().jitter()));
        } catch (SQLException e) {
            throw new Refused(due.schedule(), Sql.failure(e));
        }
    }

    private static final String MOVE = """
            update rowmill_schedule
               set last_tick = cast(? as timestamptz),
                   next_run = case when cast(? as timestamptz) is not null then greatest(cast(? as timestamptz), clock_timestamp()) end,
                   last_task = ?
             where name = ?
            """;

    private static void move(Sql sql, Schedule schedule, TickDecision turn, @Nullable Long task) throws SQLException {
        String next = ScheduleColumns.text(turn.nextRun());
        sql.run(MOVE, turn.lastTick().toString(), next, next, task, schedule.name());
    }

    private static final String SET_ASIDE = """
            update rowmill_schedule
               set paused = true,
                   error = left(?, 16384)
             where name = ?
            """;

    private static List<TaskEvent> setAside(Sql sql, Schedule schedule, String why) throws SQLException {
        sql.run(SET_ASIDE, why, schedule.name());
        return List.of(new TaskEvent.ScheduleSetAside(schedule.name(), why));
    }

    private static final String PASS = """
            update rowmill_schedule
               set created = created - make_interval(secs => ?),
                   last_tick = last_tick - make_interval(secs => ?),
                   next_run = now()
             where name = ?
            """;

    /**
     * For tests: lets time pass for a schedule, as if nothing had been handled during that time. Returns false if
     * the schedule does not exist.
     */
    public boolean pass(String name, Duration time) {
        double seconds = Seconds.of(time);
        return database.statement(sql -> sql.run(PASS, seconds, seconds, name)) == 1;
    }

    private static final String PASS_ALL = """
            update rowmill_schedule
               set created = created - make_interval(secs => ?),
                   last_tick = last_tick - make_interval(secs => ?),
                   next_run = now()
             where not paused
            """;

    /** For tests: lets time pass for all schedules that are not paused. */
    public void pass(Duration time) {
        double seconds = Seconds.of(time);
        database.statement(sql -> sql.run(PASS_ALL, seconds, seconds));
    }

    /** The database refused a schedule's task. */
    private static final class Refused extends RuntimeException {

        private final transient Schedule schedule;
        private final transient JDBCException why;

        private Refused(Schedule schedule, JDBCException why) {
            super(why);
            this.schedule = schedule;
            this.why = why;
        }
    }
}
