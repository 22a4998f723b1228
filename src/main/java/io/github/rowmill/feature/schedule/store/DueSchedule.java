package io.github.rowmill.feature.schedule.store;

import io.github.rowmill.api.Schedule;
import io.github.rowmill.engine.store.Occurrences.Occurrence;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A schedule to examine.
 *
 * @param now the database's current time
 * @param running whether a task of the schedule has not ended; read only if the schedule avoids overlaps
 * @param ofTasks the values for the schedule's tasks, in the order of {@code Occurrences.COLUMNS}
 */
public record DueSchedule(Schedule schedule, Instant now, boolean running, List<@Nullable String> ofTasks) {

    static DueSchedule read(ResultSet row) throws SQLException {
        return new DueSchedule(
                ScheduleColumns.read(row), ScheduleColumns.now(row), false, ScheduleColumns.ofTasks(row));
    }

    /** Returns the moment after which ticks are still to come. Ticks during a pause do not count. */
    public Instant cursor() {
        return schedule.paused() && now.isAfter(schedule.lastTick()) ? now : schedule.lastTick();
    }

    DueSchedule whileRunning(boolean live) {
        return new DueSchedule(schedule, now, live, ofTasks);
    }

    Occurrence occurrence(Instant tick, Duration jitter) {
        return new Occurrence(schedule.name(), tick, ofTasks, jitter);
    }
}
