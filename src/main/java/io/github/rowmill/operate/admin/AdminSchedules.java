package io.github.rowmill.operate.admin;

import io.github.rowmill.api.InvalidScheduleException;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.Schedule;
import io.github.rowmill.api.ScheduleNotFoundException;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.recur.store.ScheduleReader;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.Audit.Target;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What operators do to schedules. */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
public class AdminSchedules {

    /** As many next ticks as one likes to look at. */
    private static final int NEXT_RUNS = 5;

    private final Access access;
    private final Audit audit;
    private final Schedules schedules;
    private final ScheduleReader reader;

    AdminSchedules(Access access, Audit audit, Schedules schedules, ScheduleReader reader) {
        this.access = access;
        this.audit = audit;
        this.schedules = schedules;
        this.reader = reader;
    }

    /** A schedule, its next ticks if they can be told, and whether its payload is for the caller. */
    public record View(Schedule schedule, @Nullable List<Instant> nextRuns, boolean withPayload) {}

    /** A page of all schedules by name; for callers who may see all queues. */
    @Transactional(Transactional.TxType.NEVER)
    public List<View> page(String after, int limit) {
        access.requireEverywhere(Permission.VIEW);
        boolean withPayload = access.may(Permission.VIEW_PAYLOAD);
        return reader.page(after, limit).stream()
                .map(schedule -> new View(schedule, null, withPayload))
                .toList();
    }

    /** @throws ScheduleNotFoundException there is no such schedule */
    public View find(String name) {
        Schedule schedule = require(Permission.VIEW, name);
        return new View(schedule, nextRuns(name), access.may(Permission.VIEW_PAYLOAD));
    }

    /** One that was set aside may have none that can be told. */
    private @Nullable List<Instant> nextRuns(String name) {
        try {
            return schedules.nextRuns(name, NEXT_RUNS);
        } catch (InvalidScheduleException e) {
            return null;
        }
    }

    public View pause(String name) {
        require(Permission.OPERATE, name);
        schedules.pause(name);
        record("pause", name, Map.of("paused", true));
        return find(name);
    }

    public View resume(String name) {
        require(Permission.OPERATE, name);
        schedules.resume(name);
        record("resume", name, Map.of("paused", false));
        return find(name);
    }

    /** Returns the new task's id. */
    public long runNow(String name) {
        require(Permission.OPERATE, name);
        long task = schedules.runNow(name);
        record("run", name, Map.of("task", task));
        return task;
    }

    public void delete(String name) {
        require(Permission.ADMIN, name);
        schedules.delete(name);
        record("delete", name, Map.of());
    }

    private Schedule require(Permission needed, String name) {
        access.requireSomewhere(needed);
        Schedule schedule = schedules.find(name).orElseThrow(() -> new ScheduleNotFoundException(name));
        access.require(needed, schedule.queue());
        return schedule;
    }

    private void record(String action, String name, Map<String, Object> after) {
        audit.write(action, new Target(Target.SCHEDULE, name), Map.of(), after);
    }
}
