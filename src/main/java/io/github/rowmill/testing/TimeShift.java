package io.github.rowmill.testing;

import io.github.rowmill.api.ScheduleNotFoundException;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.engine.store.testing.RowTime;
import io.github.rowmill.feature.schedule.TickLoop;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Simulates the passing of time by moving the times in the rows, because the database's clock cannot be moved. */
@Singleton
class TimeShift {

    private final RowTime tasks;
    private final TickLoop schedules;

    TimeShift(RowTime tasks, TickLoop schedules) {
        this.tasks = tasks;
        this.schedules = schedules;
    }

    void pass(long id, Duration time) {
        if (!tasks.pass(id, time)) {
            throw new TaskNotFoundException(id);
        }
    }

    void pass(String schedule, Duration time) {
        if (!schedules.pass(schedule, time)) {
            throw new ScheduleNotFoundException(schedule);
        }
    }

    void pass(Duration time) {
        tasks.pass(time);
        schedules.pass(time);
    }
}
