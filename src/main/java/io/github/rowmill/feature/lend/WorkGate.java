package io.github.rowmill.feature.lend;

import io.github.rowmill.db.CallerSlots;
import io.github.rowmill.db.UnansweredException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Limits the calls of remote workers that use the connections of this node's own loops: one of each caller, and few
 * at a time. So renewals and verdicts of this node never wait for them.
 */
@Singleton
class WorkGate {

    /** Calls at a time: less than half of the loops' eight connections, as claims that waited use one more. */
    private static final int AT_ONCE = 3;

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final CallerSlots callers = new CallerSlots(PATIENCE);
    private final Semaphore calls = new Semaphore(AT_ONCE, true);

    /**
     * Makes a call when it is the caller's turn.
     *
     * @throws UnansweredException if the caller, or all callers, have too many calls at once
     */
    <T> T call(String account, Supplier<T> work) {
        callers.begin(account);
        try {
            enter();
            try {
                return work.get();
            } finally {
                calls.release();
            }
        } finally {
            callers.end(account);
        }
    }

    private void enter() {
        boolean isFree = false;
        try {
            isFree = calls.tryAcquire(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isFree) {
            throw new UnansweredException("remote workers make too many calls at once; try again later", null);
        }
    }
}
