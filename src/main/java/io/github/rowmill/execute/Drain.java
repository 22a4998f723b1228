package io.github.rowmill.execute;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.config.RowmillConfig;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Empties this node's hand before it stops: gives back what has not begun, lets the rest finish, interrupts what does not,
 * and gives that back too. Leases are renewed throughout. No attempt is burnt by it.
 */
@Singleton
public class Drain {

    /** Time for interrupted handlers to end, and again for the last verdicts to be written. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final WorkerPool pool;
    private final Duration patience;

    Drain(WorkerPool pool, RowmillConfig config) {
        this.pool = pool;
        this.patience = config.drain();
    }

    /** Blocks until the hand is empty, at most {@code rowmill.drain} and 10 s; false: something is left to its lease. */
    public boolean drain() throws InterruptedException {
        pool.releaseWaiting();
        if (pool.awaitEmpty(patience)) {
            return true;
        }
        pool.inHand().forEach(task -> task.stop(InHand.Stop.DRAINED));
        if (pool.awaitEmpty(GRACE)) {
            return true;
        }
        pool.inHand().forEach(task -> pool.settleFor(task, new Outcome.Released()));
        return pool.awaitEmpty(GRACE);
    }
}
