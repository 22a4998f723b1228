package io.github.rowmill.feature.schedule.store;

import io.github.rowmill.api.ClockChange;
import io.github.rowmill.api.Missed;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.Overlap;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.db.Instants;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.engine.store.Occurrences;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The columns of a schedule, for reading and writing. */
final class ScheduleColumns {

    /** Payload column. A payload above the limit is not read; it can exist if the table's bounds are missing. */
    private static final String DETAILS =
            "case when octet_length(cast(s.details as text)) <= 1048576 then cast(s.details as text) end as details";

    private static final String OF_TASKS = list(column -> column.equals("details") ? DETAILS : "s." + column);

    static final String SELECT = "select " + OF_TASKS + """
            ,
                   s.name, s.cron, cast(extract(epoch from s.every) * 1000000 as bigint) as every, s.zone,
                   s.clock_change, s.missed, cast(extract(epoch from s.missed_within) * 1000000 as bigint) as missed_within,
                   s.overlap, cast(extract(epoch from s.jitter) * 1000000 as bigint) as jitter,
                   s.starts, s.ends, s.created, s.paused, s.pinned, s.declared_by,
                   s.last_tick, s.next_run, s.last_task, s.error, now() as now
              from rowmill_schedule s
            """;

    static final String LIST = SELECT + """
             where s.name > ?
             order by s.name
             limit ?
            """;

    static final String INSERT =
            """
                    insert into rowmill_schedule as s (
                           name, cron, every, zone, clock_change, missed, missed_within, overlap, jitter, starts, ends, declared_by,
                    """ + list(column -> column) + """
                    )
                    select ?, ?, make_interval(secs => ?), ?, ?, ?, make_interval(secs => ?),
                           ?, make_interval(secs => ?), cast(? as timestamptz), cast(? as timestamptz), ?,
                    """ + Occurrences.WRITTEN + "\n  from " + Occurrences.ROW + """
                        on conflict (name)
                    """;

    static final String REPLACE =
            INSERT + """
                        do update
                       set (cron, every, zone, clock_change, missed, missed_within, overlap, jitter, starts, ends,
                    """ + list(column -> column) + """
                    )
                         = (excluded.cron, excluded.every, excluded.zone, excluded.clock_change, excluded.missed,
                            excluded.missed_within, excluded.overlap, excluded.jitter, excluded.starts, excluded.ends,
                    """ + list(column -> "excluded." + column) + """
                    ),
                    """;

    /**
     * Condition that a row differs in the values for its tasks. It starts a comparison that continues with other
     * columns.
     */
    static final String DIFFERS =
            "(" + list(column -> "s." + column) + ") is distinct from (" + list(column -> "excluded." + column) + ")\n";

    private ScheduleColumns() {}

    private static String list(UnaryOperator<String> part) {
        return Occurrences.COLUMNS.stream().map(part).collect(Collectors.joining(", "));
    }

    /** Returns the values for the tasks of a schedule, from a row of {@link #SELECT}. */
    static List<@Nullable String> ofTasks(ResultSet row) throws SQLException {
        List<@Nullable String> values = new ArrayList<>();
        for (String column : Occurrences.COLUMNS) {
            values.add(row.getString(column));
        }
        return values;
    }

    /** Returns the parameters of {@link #INSERT}. */
    static @Nullable Object[] values(NewSchedule schedule, NewRow task, @Nullable String declaredBy) {
        List<@Nullable Object> own = Arrays.asList(
                schedule.name(),
                schedule.cron(),
                schedule.every() == null ? null : Seconds.of(schedule.every()),
                schedule.zone(),
                word(schedule.clockChange()),
                word(schedule.missed()),
                Seconds.of(schedule.missedWithin()),
                word(schedule.overlap()),
                Seconds.of(schedule.jitter()),
                text(schedule.starts()),
                text(schedule.ends()),
                declaredBy);
        return Stream.concat(own.stream(), Occurrences.values(task).stream()).toArray();
    }

    static @Nullable String text(@Nullable Instant moment) {
        return moment == null ? null : moment.toString();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    static Schedule read(ResultSet row) throws SQLException {
        long lastTask = row.getLong("last_task");
        boolean none = row.wasNull();
        return new Schedule(
                row.getString("name"),
                row.getString("type"),
                row.getString("details"),
                row.getString("queue"),
                row.getInt("priority"),
                row.getString("key"),
                row.getInt("max_attempts"),
                row.getString("cron"),
                row.getString("every") == null ? null : time(row, "every"),
                row.getString("zone"),
                word(ClockChange.class, row.getString("clock_change")),
                word(Missed.class, row.getString("missed")),
                time(row, "missed_within"),
                word(Overlap.class, row.getString("overlap")),
                time(row, "jitter"),
                Instants.readOrNull(row, "starts"),
                Instants.readOrNull(row, "ends"),
                Instants.read(row, "created"),
                row.getBoolean("paused"),
                row.getBoolean("pinned"),
                row.getString("declared_by"),
                Instants.read(row, "last_tick"),
                Instants.readOrNull(row, "next_run"),
                none ? null : lastTask,
                row.getString("error"));
    }

    static Instant now(ResultSet row) throws SQLException {
        return Instants.read(row, "now");
    }

    private static Duration time(ResultSet row, String column) throws SQLException {
        return Duration.of(row.getLong(column), ChronoUnit.MICROS);
    }

    private static <E extends Enum<E>> E word(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    }
}
