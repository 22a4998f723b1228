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
 * @param attempts that each task has from now on; null: those that are left, or one
 * @param patch of the payloads, as the database keeps it; null: they stay as they are
 * @param status {@code running}, {@code stopped} or {@code finished}
 * @param total the tasks that the query found
 * @param done those that it was done to
 * @param skipped those that were in another state or queue, gone, or refused by the time it came to them
 * @param refused those of the skipped whose payload, with the patch, does not fit the type
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
        @Nullable Integer attempts,
        @Nullable String patch,
        String status,
        long total,
        long done,
        long skipped,
        long refused,
        Instant created,
        @Nullable Instant finished) {

    /** The same with other texts for its query and its patch. */
    public Job told(String query, @Nullable String patch) {
        return new Job(
                id, action, query, queue, askedBy, reason, spread, attempts, patch, status, total, done, skipped,
                refused, created, finished);
    }

    /**
     * A task that was not retried, as its payload with the patch does not fit the type.
     *
     * @param reason null: it is not for the caller
     */
    public record Refused(long task, @Nullable String reason) {}
}
