package io.github.rowmill.feature.series;

import java.time.Instant;

/**
 * The figures of one step of a {@link HistoryRange}.
 *
 * @param completed number of tasks that were completed
 * @param failed number of attempts that failed by an exception, by a timeout, or because their node died
 * @param dead number of tasks that became dead
 * @param waits the times between the due time of an attempt and its start
 * @param runs the run times of attempts that succeeded or failed
 */
public record HistoryPoint(
        Instant start, long enqueued, long completed, long failed, long dead, Histogram waits, Histogram runs) {}
