package io.github.rowmill.engine.store;

import io.github.rowmill.db.Seconds;
import io.github.rowmill.db.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Inserts the tasks of schedules, in the transaction that moves the schedule's row forward. */
public final class Occurrences {

    private Occurrences() {}

    /** The columns of a schedule that its tasks get. They have the same names in both tables. */
    public static final List<String> COLUMNS = NewColumns.OF_SCHEDULES;

    /** The SQL expressions that write {@link #values} into these columns, from {@link #ROW}. */
    public static final String WRITTEN = NewColumns.WRITTEN_OF_SCHEDULES;

    /** The row of parameters that {@link #WRITTEN} reads. */
    public static final String ROW = NewColumns.ROW_OF_SCHEDULES;

    /** Returns the parameters of {@link #ROW}, for a task to make at each tick. */
    public static List<Object> values(NewRow row) {
        return NewColumns.ofSchedule(row);
    }

    /** Returns the options of a new task that a schedule cannot give to its tasks. */
    public static List<String> dropped(NewRow row) {
        return NewColumns.notOfSchedules(row);
    }

    /**
     * The task to make for a tick of a schedule.
     *
     * @param values the values of {@link #COLUMNS}, as text
     * @param jitter the longest random delay of the task
     */
    public record Occurrence(String schedule, Instant tick, List<@Nullable String> values, Duration jitter) {}

    private static final String INSERT = "insert into rowmill_task (" + String.join(", ", COLUMNS)
            + ", run_at, source, schedule, tick)\nselect " + WRITTEN + """
                ,
                       cast(m.tick as timestamptz) + random() * make_interval(secs => m.jitter), 'schedule', m.schedule,
                       cast(m.tick as timestamptz)
                  from (values (cast(? as text), cast(? as float8), cast(? as text))) as m (tick, jitter, schedule),
                """ + ROW + """
                    on conflict (schedule, tick) where schedule is not null
                    do nothing
                returning id
                """;

    /**
     * Inserts the task of a tick. Returns empty if the tick has a task already, because the schedule's row was set
     * back by hand.
     */
    public static Optional<Long> insert(Sql sql, Occurrence one) throws SQLException {
        List<@Nullable Object> parameters =
                new ArrayList<>(List.of(one.tick().toString(), Seconds.of(one.jitter()), one.schedule()));
        parameters.addAll(one.values());
        return sql.first(INSERT, row -> row.getLong(1), parameters.toArray());
    }

    // Reads few rows, from an index of live tasks only. Ended tasks are not in the index, however long they are
    // kept.
    public static final String LIVE = """
            select exists (select 1
                             from rowmill_task
                            where schedule = ?
                              and status in ('queued', 'waiting', 'executing'))
            """;

    /** Returns whether any task of a schedule has not ended. */
    public static boolean hasLive(Sql sql, String schedule) throws SQLException {
        return sql.first(LIVE, row -> row.getBoolean(1), schedule).orElseThrow();
    }
}
