package io.github.rowmill.engine.recur.store;

import io.github.rowmill.api.Schedule;
import io.github.rowmill.engine.store.Occurrences.Occurrence;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A schedule that is looked at.
 *
 * @param now what time the database has
 * @param running whether a task of it has not ended; looked up only if that matters
 * @param ofTasks what its tasks are given, as {@code Occurrences} names it
 */
public record Due(Schedule schedule, Instant now, boolean running, List<@Nullable String> ofTasks) {

    static Due read(ResultSet row) throws SQLException {
        return new Due(ScheduleColumns.read(row), ScheduleColumns.now(row), false, ScheduleColumns.ofTasks(row));
    }

    /** After which moment its ticks are still to come: those of a pause are none. */
    public Instant cursor() {
        return schedule.paused() && now.isAfter(schedule.lastTick()) ? now : schedule.lastTick();
    }

    Due whileRunning(boolean live) {
        return new Due(schedule, now, live, ofTasks);
    }

    Occurrence occurrence(Instant tick, Duration jitter) {
        return new Occurrence(schedule.name(), tick, ofTasks, jitter);
    }
}
