package io.github.rowmill.feature.schedule.store;

import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.db.Instants;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.engine.store.Occurrences;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Changes schedules for users and code, in the caller's transaction if there is one. A method that returns false
 * changed no row.
 */
@ApplicationScoped
@Transactional
public class ScheduleRows {

    private final JoinedDatabase joined;

    ScheduleRows(JoinedDatabase joined) {
        this.joined = joined;
    }

    private static final String PAYLOAD_BYTES = """
            select octet_length(cast(cast(? as jsonb) as text))
            """;

    /** Returns the number of bytes of a payload as the table has it, with blanks and all digits of numbers. */
    public long payloadBytes(String payload) {
        return joined.statement(sql -> sql.first(PAYLOAD_BYTES, row -> row.getLong(1), payload))
                .orElseThrow();
    }

    private static final String CREATE = ScheduleColumns.INSERT + """
                do nothing
            """;

    /** Creates a schedule, unless its name is taken. */
    public boolean createIfAbsent(NewSchedule schedule, NewRow task) {
        return run(CREATE, ScheduleColumns.values(schedule, task, null));
    }

    private static final String CHANGE = ScheduleColumns.REPLACE + """
                   pinned = s.pinned or s.declared_by is not null
            """;

    /** Replaces a schedule, and pins it if code declares it. */
    public boolean change(NewSchedule schedule, NewRow task) {
        return run(CHANGE, ScheduleColumns.values(schedule, task, null));
    }

    // A schedule that was created by hand is left unchanged, as a pinned one is.
    private static final String DECLARE = ScheduleColumns.REPLACE + """
                   declared_by = excluded.declared_by
             where not s.pinned
               and s.declared_by is not null
               and ((s.cron, s.every, s.zone, s.clock_change, s.missed, s.missed_within, s.overlap, s.jitter, s.starts, s.ends,
                     s.declared_by)
                    is distinct from
                    (excluded.cron, excluded.every, excluded.zone, excluded.clock_change, excluded.missed,
                     excluded.missed_within, excluded.overlap, excluded.jitter, excluded.starts, excluded.ends,
                     excluded.declared_by)
                    or
            """ + ScheduleColumns.DIFFERS + ")\n";

    /**
     * Makes the row of a schedule agree with its declaration in an application's code. Returns false if it agreed
     * before, or must not be changed.
     */
    public boolean declare(NewSchedule schedule, NewRow task, String application) {
        return run(DECLARE, ScheduleColumns.values(schedule, task, application));
    }

    private static final String UNDECLARED = """
            select name
              from rowmill_schedule
             where declared_by = ?
               and name <> all(?)
             order by name
            """;

    /** Returns the names of schedules that an application's code declared, except those in {@code declared}. */
    public List<String> undeclared(String application, Collection<String> declared) {
        String[] names = declared.toArray(String[]::new);
        return joined.statement(sql -> sql.all(UNDECLARED, row -> row.getString(1), application, names));
    }

    private static final String PAUSE = """
            update rowmill_schedule
               set paused = true
             where name = ?
            """;

    /** Pauses a schedule. */
    public boolean pause(String name) {
        return run(PAUSE, name);
    }

    private static final String RESUME = """
            update rowmill_schedule
               set paused = false,
                   error = null,
                   last_tick = case when paused then greatest(last_tick, now()) else last_tick end,
                   next_run = now()
             where name = ?
            """;

    /** Resumes a schedule, with ticks from now on. */
    public boolean resume(String name) {
        return run(RESUME, name);
    }

    private static final String PIN = """
            update rowmill_schedule
               set pinned = ?
             where name = ?
            """;

    /** Pins or unpins a schedule. */
    public boolean pin(String name, boolean pinned) {
        return run(PIN, pinned, name);
    }

    private static final String DELETE = """
            delete from rowmill_schedule
             where name = ?
            """;

    /** Deletes a schedule. */
    public boolean delete(String name) {
        return run(DELETE, name);
    }

    private boolean run(String statement, @Nullable Object... parameters) {
        return joined.statement(sql -> sql.run(statement, parameters)) == 1;
    }

    private static final String ONE = ScheduleColumns.SELECT + """
             where s.name = ?
            """;

    /** Returns a schedule by its name, as it is now. */
    public Optional<DueSchedule> find(String name) {
        return joined.statement(sql -> sql.first(ONE, DueSchedule::read, name));
    }

    /** Returns schedules in the order of their names, starting after {@code after}. */
    public List<Schedule> list(String after, int limit) {
        return joined.statement(sql -> sql.all(ScheduleColumns.LIST, ScheduleColumns::read, after, limit));
    }

    private static final String LOCK = ONE + """
               for no key update
            """;

    /**
     * Returns a schedule and locks it until the transaction ends, so that no other transaction changes it. Waits
     * for a transaction that holds the lock.
     */
    public Optional<DueSchedule> lock(String name) {
        return joined.statement(sql -> sql.first(LOCK, DueSchedule::read, name));
    }

    private static final String RAN = """
            update rowmill_schedule
               set last_task = ?
             where name = ?
            """;

    private static final String CLOCK = """
            select clock_timestamp() as now
            """;

    /** Makes a task of a schedule now. A transaction may make several. Returns empty if there is no schedule with this name. */
    public Optional<ScheduledTask> runNow(String name) {
        return joined.statement(sql -> {
            Optional<DueSchedule> due = sql.first(LOCK, DueSchedule::read, name);
            if (due.isEmpty()) {
                return Optional.empty();
            }
            Schedule schedule = due.get().schedule();
            Instant tick = sql.first(CLOCK, row -> Instants.read(row, "now")).orElseThrow();
            long id = Occurrences.insert(sql, due.get().occurrence(tick, Duration.ZERO))
                    .orElseThrow();
            sql.run(RAN, id, name);
            return Optional.of(new ScheduledTask(id, schedule.queue(), schedule.type()));
        });
    }
}
