package io.github.rowmill.operate.admin;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.api.ScheduleNotFoundException;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.config.Permission;
import io.github.rowmill.feature.schedule.store.ScheduleRows;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Checks access to schedules. A permission for the tasks of a schedule is one for the schedule. */
@Singleton
class ScheduleAccess {

    private final Access access;
    private final NewTaskAccess newTasks;
    private final Schedules schedules;
    private final ScheduleRows rows;

    ScheduleAccess(Access access, NewTaskAccess newTasks, Schedules schedules, ScheduleRows rows) {
        this.access = access;
        this.newTasks = newTasks;
        this.schedules = schedules;
        this.rows = rows;
    }

    void require(Permission needed, NewTask task) {
        newTasks.require(needed, task);
    }

    /**
     * Returns the schedule of this name.
     *
     * @return empty if the schedule does not exist
     */
    Optional<Schedule> find(Permission needed, String name) {
        access.requireSomewhere(needed);
        Optional<Schedule> found = schedules.find(name);
        found.ifPresent(schedule -> access.requireOf(needed, schedule.queue(), schedule.type()));
        return found;
    }

    Schedule require(Permission needed, String name) {
        return find(needed, name).orElseThrow(() -> new ScheduleNotFoundException(name));
    }

    /**
     * Returns the schedule of this name and locks it until the transaction ends, so that no other transaction
     * changes it.
     *
     * @return empty if the schedule does not exist
     */
    Optional<Schedule> lock(Permission needed, String name) {
        access.requireSomewhere(needed);
        if (!Storable.isUnstorable(name)) {
            rows.lock(name);
        }
        return find(needed, name);
    }

    Schedule requireLocked(Permission needed, String name) {
        return lock(needed, name).orElseThrow(() -> new ScheduleNotFoundException(name));
    }
}
