package io.github.rowmill.task;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A task as claimed by this node.
 *
 * @param attempt this attempt's number, from 1
 * @param timeout maximum execution time that the row itself asks for; null: the type's
 * @param waited time from {@code run_at}, or from {@code created} if that was later, to the claim, on the database's clock
 * @param tick of the schedule that made it; null: none did
 * @param key the partition of its queue; null: none
 * @param carried what came from its enqueue; null: nothing did
 * @param position where it stood in its queue
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
        Position position) {

    /** From this many crashes on, a task runs alone on its node. */
    public static final int QUARANTINE_CRASHES = 2;

    public long id() {
        return lease.id();
    }

    /** How much memory payload and context take, about. */
    public long bytes() {
        return details.length() + (carried == null ? 0 : carried.context().length());
    }

    /** Whether a failure of this attempt leaves no other. */
    public boolean isLastAttempt() {
        return attempt >= maxAttempts;
    }

    /** Whether a node died with the task in hand: perhaps of it. */
    public boolean isRecovered() {
        return crashes > 0;
    }

    /** Whether the task must run with nothing else in this node's hand. */
    public boolean isQuarantined() {
        return crashes >= QUARANTINE_CRASHES;
    }
}
