package io.github.rowmill.engine.execute;

import io.github.rowmill.config.RowmillConfig;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Empties this node's hand before it stops: gives back what has not begun, lets the rest finish, and interrupts what does
 * not; who ends then is given back too, with no attempt burnt. Leases are renewed throughout.
 *
 * <p>A handler that does not end even so is left to its lease: one that called {@code System.exit} looks just like that,
 * and given back uncounted it would take down node after node.
 */
@Singleton
public class Drain {

    /** Time for interrupted handlers to end, and for the last verdicts to be written. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final WorkerPool pool;
    private final Duration patience;

    Drain(WorkerPool pool, RowmillConfig config) {
        this.pool = pool;
        this.patience = config.drain();
    }

    /** Blocks until the hand is empty, at most {@code rowmill.drain} and 5 s; false: something is left to its lease. */
    public boolean drain() throws InterruptedException {
        pool.releaseWaiting();
        if (pool.awaitEmpty(patience)) {
            return true;
        }
        pool.inHand().forEach(task -> task.stop(HeldTask.Stop.DRAINED));
        return pool.awaitEmpty(GRACE);
    }
}
