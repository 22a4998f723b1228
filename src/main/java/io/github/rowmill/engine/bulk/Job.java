package io.github.rowmill.engine.bulk;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job, and how far it has come.
 *
 * @param query that found its tasks
 * @param queue the one that all its tasks are of; null: they may be of several
 * @param askedBy who began it
 * @param reason why; null: nobody said
 * @param spread within how long its tasks are due again; null: at once
 * @param status {@code running}, {@code stopped} or {@code finished}
 * @param total the tasks that the query found
 * @param done those that it was done to
 * @param skipped those that were in another state or queue, gone, or refused by the time it came to them
 * @param finished when it ended; null: it has not
 */
public record Job(
        long id,
        BulkAction action,
        String query,
        @Nullable String queue,
        String askedBy,
        @Nullable String reason,
        @Nullable Duration spread,
        String status,
        long total,
        long done,
        long skipped,
        Instant created,
        @Nullable Instant finished) {

    /** The same with another text for its query. */
    public Job query(String text) {
        return new Job(
                id, action, text, queue, askedBy, reason, spread, status, total, done, skipped, created, finished);
    }
}
