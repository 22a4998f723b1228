package io.github.rowmill.feature.schedule.store;

import io.github.rowmill.api.TaskEvent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decision about a schedule that is due.
 *
 * @param make the tick to make a task of; null if there is none
 * @param lastTick the moment until which this decision handles all ticks
 * @param nextRun when to examine the schedule again; if that has passed, at once, after other schedules; null if
 *     no tick is left
 * @param skipped ticks that become no task, and the reason
 */
public record TickDecision(
        @Nullable Instant make, Instant lastTick, @Nullable Instant nextRun, List<TaskEvent.TickSkipped> skipped) {}
