package io.github.rowmill.operate.admin;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.api.ScheduleNotFoundException;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.recur.store.ScheduleRows;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import java.util.Optional;

/** What a caller may do to a schedule: what it may do to the tasks that it makes. */
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

    /** The schedule of this name, if there is one. */
    Optional<Schedule> find(Permission needed, String name) {
        access.requireSomewhere(needed);
        Optional<Schedule> found = schedules.find(name);
        found.ifPresent(schedule -> access.requireOf(needed, schedule.queue(), schedule.type()));
        return found;
    }

    Schedule require(Permission needed, String name) {
        return find(needed, name).orElseThrow(() -> new ScheduleNotFoundException(name));
    }

    /** The same of one that is to be changed: until the transaction ends nobody makes another of it. */
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
