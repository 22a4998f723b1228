package io.github.rowmill.task;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A task as claimed by this node.
 *
 * @param attempt this attempt's number, from 1
 * @param timeout the maximum execution time set in the row, or null for the type's
 * @param waited the time from {@code run_at}, or from {@code created} if that was later, to the claim, by the
 *     database's clock
 * @param tick the tick of the schedule that made the task, or null for none
 * @param key its key within its queue, or null for none
 * @param carried the values from its enqueue, or null for none
 * @param position its position in its queue
 * @param flow the flow that the task belongs to, or null for none
 * @param watched whether the end of the task was waited for at the claim
 */
public record Claimed(
        Lease lease,
        String queue,
        String type,
        String details,
        int attempt,
        int maxAttempts,
        int crashes,
        @Nullable Duration timeout,
        Duration waited,
        @Nullable Instant tick,
        @Nullable String key,
        @Nullable Carried carried,
        Position position,
        @Nullable Long flow,
        boolean watched) {

    /** Number of crashes from which on a task runs alone on its node. */
    public static final int QUARANTINE_CRASHES = 2;

    public long id() {
        return lease.id();
    }

    /** Returns the approximate memory of payload and context, in bytes. */
    public long bytes() {
        return details.length() + (carried == null ? 0 : carried.context().length());
    }

    /** Returns whether no attempt is left if this one fails. */
    public boolean isLastAttempt() {
        return attempt >= maxAttempts;
    }

    /** Returns whether a node died while it held the task, perhaps because of the task. */
    public boolean isRecovered() {
        return crashes > 0;
    }

    /** Returns whether the task must run while this node holds no other task. */
    public boolean isQuarantined() {
        return crashes >= QUARANTINE_CRASHES;
    }
}
