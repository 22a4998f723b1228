package io.github.rowmill.engine.series;

import java.time.Instant;

/**
 * What was done in one step of a {@link HistoryRange}.
 *
 * @param completed tasks
 * @param failed attempts, by an exception, a timeout, or with their node
 * @param dead tasks that became so
 * @param waits of attempts from when they were due to their start
 * @param runs of attempts that succeeded or failed
 */
public record HistoryPoint(
        Instant start, long enqueued, long completed, long failed, long dead, Histogram waits, Histogram runs) {}
