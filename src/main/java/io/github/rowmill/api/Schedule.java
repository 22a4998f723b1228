package io.github.rowmill.api;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code rowmill_schedule}.
 *
 * @param payload as JSON; null: it is too large to be read
 * @param key the partition of the queue that its tasks belong to; null: none
 * @param cron null: an interval
 * @param every null: a cron expression
 * @param created when the row was made
 * @param paused whether no task is made until someone resumes it
 * @param pinned whether the annotation that declares it is not applied
 * @param declaredBy the application whose code declares it; null: it was created by {@link Schedules} or by SQL
 * @param lastTick all ticks up to here are dealt with; of a new one, when it was created
 * @param nextRun when it is looked at next, which is its next tick or soon; null: no tick is left
 * @param lastTask the last task it made
 * @param error why it was set aside
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
