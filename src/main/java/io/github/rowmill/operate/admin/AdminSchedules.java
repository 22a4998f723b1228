package io.github.rowmill.operate.admin;

import io.github.rowmill.api.InvalidScheduleException;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.api.ScheduleExistsException;
import io.github.rowmill.api.ScheduleNotFoundException;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.api.Violation;
import io.github.rowmill.config.Permission;
import io.github.rowmill.db.Page;
import io.github.rowmill.feature.schedule.Upcoming;
import io.github.rowmill.feature.schedule.store.ScheduleReader;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.OneReadPerCaller;
import io.github.rowmill.operate.audit.Action;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.Audit.Target;
import io.github.rowmill.operate.mask.Masks;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Operations on schedules. */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
public class AdminSchedules {

    /** Number of next ticks in a view. */
    private static final int NEXT_RUNS = 5;

    private final Access access;
    private final ScheduleAccess own;
    private final Audit audit;
    private final Schedules schedules;
    private final ScheduleReader reader;
    private final Masks masks;

    AdminSchedules(
            Access access, ScheduleAccess own, Audit audit, Schedules schedules, ScheduleReader reader, Masks masks) {
        this.access = access;
        this.own = own;
        this.audit = audit;
        this.schedules = schedules;
        this.reader = reader;
        this.masks = masks;
    }

    /**
     * A schedule as the caller may see it.
     *
     * @param nextRuns the next ticks, or null in lists and if they cannot be computed
     * @param payload the payload without sensitive values, or null if the caller may not see it
     */
    public record View(
            Schedule schedule,
            @Nullable List<Instant> nextRuns,
            @Nullable String payload) {}

    private View view(Schedule schedule, @Nullable List<Instant> nextRuns) {
        boolean withPayload = access.may(Permission.VIEW_PAYLOAD, schedule.queue(), schedule.type());
        return new View(schedule, nextRuns, withPayload ? masks.masked(schedule.type(), schedule.payload()) : null);
    }

    /** Returns a page of all schedules by name, for callers who may see all queues. */
    @Transactional(Transactional.TxType.NEVER)
    public Page<View> page(String after, int limit) {
        access.requireEverywhere(Permission.VIEW);
        return reader.page(after, limit).map(schedule -> view(schedule, null));
    }

    /**
     * Returns a page of all schedules by name, with their timetable in words and their next ticks after
     * {@code now}. For callers who may see all queues.
     */
    @Transactional(Transactional.TxType.NEVER)
    public Page<Upcoming> upcoming(String after, int limit, Instant now) {
        access.requireEverywhere(Permission.VIEW);
        return reader.page(after, limit).map(schedule -> Upcoming.of(schedule, now));
    }

    /** @throws ScheduleNotFoundException if the schedule does not exist */
    @OneReadPerCaller
    public View find(String name) {
        Schedule schedule = own.require(Permission.VIEW, name);
        return view(schedule, nextRuns(name));
    }

    /**
     * Returns the next ticks of a schedule.
     *
     * @return null if the ticks cannot be computed, as of a schedule that was set aside
     */
    private @Nullable List<Instant> nextRuns(String name) {
        try {
            return schedules.nextRuns(name, NEXT_RUNS);
        } catch (InvalidScheduleException e) {
            return null;
        }
    }

    /** A schedule that was created, or changed. */
    public record Put(boolean isNew, View view) {}

    /**
     * Creates a schedule, or changes it.
     *
     * @param paused whether the schedule is paused, or null to leave that as it is
     * @param pinned whether the schedule is pinned, or null for the result of the change, which pins a declared
     *     schedule
     */
    public Put put(NewSchedule schedule, @Nullable Boolean paused, @Nullable Boolean pinned) {
        String name = schedule.name();
        access.requireSomewhere(Permission.ADMIN);
        own.require(Permission.ADMIN, schedule.task());
        Optional<Schedule> before = own.lock(Permission.ADMIN, name);
        refuseMasks(schedule);
        boolean isNew = before.isEmpty() && isCreated(schedule);
        if (!isNew) {
            before = Optional.of(own.requireLocked(Permission.ADMIN, name));
            schedules.change(schedule);
        }
        Schedule now = own.require(Permission.ADMIN, name);
        if (paused != null && paused != now.paused()) {
            setPaused(name, paused);
        }
        if (pinned != null && pinned != now.pinned()) {
            schedules.pin(name, pinned);
        }
        View after = find(name);
        audit.write(
                isNew ? Action.CREATE : Action.CHANGE,
                new Target(Target.SCHEDULE, name),
                before.map(ScheduleRecord::of).orElse(Map.of()),
                ScheduleRecord.of(after.schedule()));
        return new Put(isNew, after);
    }

    /**
     * Creates the schedule.
     *
     * @return false if another transaction has created it meanwhile
     */
    private boolean isCreated(NewSchedule schedule) {
        try {
            schedules.create(schedule);
            return true;
        } catch (ScheduleExistsException e) {
            return false;
        }
    }

    /** Refuses a payload with a mask in the place of a sensitive value, as the mask would be stored. */
    private void refuseMasks(NewSchedule schedule) {
        NewTask task = schedule.task();
        if (task.json() != null && masks.holdsMask(task.type(), task.json())) {
            throw new InvalidScheduleException(
                    schedule.name(),
                    List.of(new Violation(
                            "payload",
                            "has %s in the place of a sensitive value; send the value".formatted(Masks.MASK))));
        }
    }

    private void setPaused(String name, boolean paused) {
        if (paused) {
            schedules.pause(name);
        } else {
            schedules.resume(name);
        }
    }

    public View pause(String name) {
        Schedule before = own.requireLocked(Permission.OPERATE, name);
        schedules.pause(name);
        record(Action.PAUSE, name, Map.of("paused", before.paused()), Map.of("paused", true));
        return find(name);
    }

    public View resume(String name) {
        Schedule before = own.requireLocked(Permission.OPERATE, name);
        schedules.resume(name);
        record(Action.RESUME, name, Map.of("paused", before.paused()), Map.of("paused", false));
        return find(name);
    }

    /** Enqueues a task of the schedule at once, and returns its id. */
    public long runNow(String name) {
        own.requireLocked(Permission.OPERATE, name);
        long task = schedules.runNow(name);
        record(Action.RUN, name, Map.of(), Map.of("task", task));
        return task;
    }

    public void delete(String name) {
        Schedule before = own.requireLocked(Permission.ADMIN, name);
        schedules.delete(name);
        record(Action.DELETE, name, ScheduleRecord.of(before), Map.of());
    }

    private void record(Action action, String name, Map<String, Object> before, Map<String, Object> after) {
        audit.write(action, new Target(Target.SCHEDULE, name), before, after);
    }
}
