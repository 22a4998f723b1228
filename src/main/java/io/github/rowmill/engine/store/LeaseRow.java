package io.github.rowmill.engine.store;

import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Position;
import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The row of a task, as far as a claimant needs it that keeps nothing of its tasks.
 *
 * @param lease id and present version
 * @param operator name of the claimant that holds the task; null if none does
 * @param attempt number of the last attempt
 * @param timeout the maximum execution time set in the row; null for the type's
 * @param ran time since the last claim
 * @param error the last error; null if there is none
 * @param flow the flow that the task belongs to; null for none
 * @param watched whether the end of the task is waited for
 */
public record LeaseRow(
        Lease lease,
        TaskStatus status,
        String queue,
        String type,
        @Nullable String operator,
        int attempt,
        int maxAttempts,
        int crashes,
        @Nullable Duration timeout,
        Duration ran,
        @Nullable String key,
        @Nullable String error,
        @Nullable Long flow,
        boolean watched) {

    /** Returns whether this claimant holds the task under this lease. */
    public boolean isHeld(String claimant, Lease under) {
        return lease.equals(under) && claimant.equals(operator);
    }

    /** Returns whether this is the row after one more write than the claim of a lease. */
    public boolean follows(Lease former) {
        return lease.id() == former.id() && lease.version() == former.version() + 1;
    }

    /** Returns the task without its payload. */
    public Claimed claimed() {
        return new Claimed(
                lease,
                queue,
                type,
                "",
                attempt,
                maxAttempts,
                crashes,
                timeout,
                Duration.ZERO,
                null,
                key,
                null,
                new Position(0, Instant.EPOCH, lease.id()),
                flow,
                watched);
    }
}
