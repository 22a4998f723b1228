package io.github.rowmill.feature.job;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job and its progress.
 *
 * @param action word of the action; a newer node may have begun a job whose action this node does not know
 * @param query query that found the tasks
 * @param queue queue of all its tasks; null if they may be of several queues
 * @param askedBy user who began the job
 * @param reason reason that the user gave; null if none was given
 * @param spread time within which the tasks become due again; null if they are due at once
 * @param attempts attempts that each task has from now on; null for those that are left, or one
 * @param patch patch of the payloads, as the database keeps it; null if they stay unchanged
 * @param status {@code running}, {@code stopped} or {@code finished}
 * @param total number of tasks that the query found
 * @param done number of tasks that were changed
 * @param skipped number of tasks that were in another state or queue, deleted, or refused when the job reached
 *     them
 * @param refused number of skipped tasks whose payload, with the patch, does not fit the type
 * @param finished time at which the job ended; null if it has not ended
 */
public record Job(
        long id,
        String action,
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

    /** Returns this job with other texts for its query and its patch. */
    public Job told(String query, @Nullable String patch) {
        return new Job(
                id, action, query, queue, askedBy, reason, spread, attempts, patch, status, total, done, skipped,
                refused, created, finished);
    }

    /**
     * A task that was not retried, because its payload with the patch does not fit the type.
     *
     * @param reason reason of the refusal; null if the caller may not see it
     */
    public record Refused(long task, @Nullable String reason) {}
}
