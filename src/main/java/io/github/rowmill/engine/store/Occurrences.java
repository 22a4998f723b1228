package io.github.rowmill.engine.store;

import io.github.rowmill.engine.store.sql.Seconds;
import io.github.rowmill.engine.store.sql.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tasks that schedules make, in the transaction that takes the schedule's row on. */
public final class Occurrences {

    private Occurrences() {}

    /** The columns of a schedule that its tasks are given, which have the same names in both tables. */
    public static final List<String> COLUMNS = NewColumns.OF_SCHEDULES;

    /** What is written of {@link #values} into these columns, and the row that they make. */
    public static final String WRITTEN = NewColumns.WRITTEN_OF_SCHEDULES;

    /** See {@link #WRITTEN}. */
    public static final String ROW = NewColumns.ROW_OF_SCHEDULES;

    /** The parameters of {@link #ROW}, of a task to make at each tick. */
    public static List<Object> values(NewRow row) {
        return NewColumns.ofSchedule(row);
    }

    /** The columns of a new task that a schedule cannot give to its tasks, where something else was asked for than nothing. */
    public static List<String> dropped(NewRow row) {
        return NewColumns.notOfSchedules(row);
    }

    /** What a tick of a schedule makes: {@code values} of {@link #COLUMNS}, as text; {@code jitter} is the most that it is put off. */
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

    /** Inserts the task of a tick; empty: that has one, as somebody moved the schedule's row. */
    public static Optional<Long> insert(Sql sql, Occurrence one) throws SQLException {
        List<@Nullable Object> parameters =
                new ArrayList<>(List.of(one.tick().toString(), Seconds.of(one.jitter()), one.schedule()));
        parameters.addAll(one.values());
        return sql.first(INSERT, row -> row.getLong(1), parameters.toArray());
    }

    // Of a few rows, by an index of those alone: what has ended is in it no longer, however long it is kept.
    static final String LIVE = """
            select exists (select 1
                             from rowmill_task
                            where schedule = ?
                              and status in ('queued', 'waiting', 'executing'))
            """;

    /** Whether a task of a schedule has not ended, whichever of its tasks that is. */
    public static boolean hasLive(Sql sql, String schedule) throws SQLException {
        return sql.first(LIVE, row -> row.getBoolean(1), schedule).orElseThrow();
    }
}
