package io.github.rowmill.engine.recur.store;

import io.github.rowmill.api.ClockChange;
import io.github.rowmill.api.Missed;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.Overlap;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.engine.store.sql.Instants;
import io.github.rowmill.engine.store.sql.Seconds;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The columns of a schedule, as they are read and written. */
final class ScheduleColumns {

    /** A payload that is larger, as one may be where the table's bounds are missing, is not read. */
    static final String SELECT = """
            select s.name, s.type, s.queue, s.priority, s.max_attempts,
                   case when octet_length(cast(s.details as text)) <= 1048576 then cast(s.details as text) end as details,
                   s.cron, cast(extract(epoch from s.every) * 1000000 as bigint) as every, s.zone,
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

    static final String INSERT = """
            insert into rowmill_schedule as s (
                   name, type, details, queue, priority, max_attempts, cron, every, zone, clock_change, missed, missed_within,
                   overlap, jitter, starts, ends, declared_by)
            values (?, ?, cast(? as jsonb), ?, ?, ?, ?, make_interval(secs => ?), ?, ?, ?, make_interval(secs => ?),
                    ?, make_interval(secs => ?), cast(? as timestamptz), cast(? as timestamptz), ?)
                on conflict (name)
            """;

    static final String REPLACE = INSERT + """
                do update
               set (type, details, queue, priority, max_attempts, cron, every, zone, clock_change, missed, missed_within,
                    overlap, jitter, starts, ends)
                 = (excluded.type, excluded.details, excluded.queue, excluded.priority, excluded.max_attempts, excluded.cron,
                    excluded.every, excluded.zone, excluded.clock_change, excluded.missed, excluded.missed_within,
                    excluded.overlap, excluded.jitter, excluded.starts, excluded.ends),
            """;

    private ScheduleColumns() {}

    /** The parameters of {@link #INSERT}. */
    static @Nullable Object[] values(NewSchedule schedule, NewRow task, @Nullable String declaredBy) {
        return new @Nullable Object[] {
            schedule.name(),
            task.task().type(),
            task.details(),
            task.queue(),
            task.task().priority(),
            task.maxAttempts(),
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
            declaredBy
        };
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
