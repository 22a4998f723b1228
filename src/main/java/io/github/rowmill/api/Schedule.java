package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code rowmill_schedule}.
 *
 * @param payload the payload as JSON, or null if it is too large to be read
 * @param key the key of its tasks within their queue, or null for none
 * @param cron the cron expression, or null for an interval
 * @param every the interval, or null for a cron expression
 * @param created the time of the row's creation
 * @param paused whether no task is made until a user resumes the schedule
 * @param pinned whether the annotation that declares the schedule is not applied
 * @param declaredBy the application whose code declares the schedule, or null if {@link Schedules} or SQL created
 *     it
 * @param lastTick the time up to which all ticks are handled; for a new schedule, the time of its creation
 * @param nextRun the time of the next look at the schedule, which is its next tick or soon; null if no tick is
 *     left
 * @param lastTask the last task that the schedule made
 * @param error the reason the schedule was set aside
 */
public record Schedule(
        String name,
        String type,
        @Nullable String payload,
        String queue,
        int priority,
        @Nullable String key,
        int maxAttempts,
        @Nullable String cron,
        @Nullable Duration every,
        String zone,
        ClockChange clockChange,
        Missed missed,
        Duration missedWithin,
        Overlap overlap,
        Duration jitter,
        @Nullable Instant starts,
        @Nullable Instant ends,
        Instant created,
        boolean paused,
        boolean pinned,
        @Nullable String declaredBy,
        Instant lastTick,
        @Nullable Instant nextRun,
        @Nullable Long lastTask,
        @Nullable String error) {}
