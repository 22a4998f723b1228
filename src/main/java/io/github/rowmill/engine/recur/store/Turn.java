package io.github.rowmill.engine.recur.store;

import io.github.rowmill.api.TaskEvent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a schedule that is due.
 *
 * @param make the tick to make a task of; null: none
 * @param lastTick until when all ticks are dealt with by this
 * @param nextRun when to look at it again; if that is over, at once, behind others; null: no tick is left
 * @param skipped ticks that become no task, and why
 */
public record Turn(
        @Nullable Instant make, Instant lastTick, @Nullable Instant nextRun, List<TaskEvent.TickSkipped> skipped) {}
