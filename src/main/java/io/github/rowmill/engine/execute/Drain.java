package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.node.DrainTime;
import jakarta.inject.Singleton;

/**
 * Empties this node's hand before it stops: gives back what has not begun, lets the rest finish, and interrupts what does
 * not; what ends then is given back too, and so, in its handler's stead, is what does not: no attempt is burnt. Leases are
 * renewed throughout.
 *
 * <p>A handler that waits for the end of the process, as it called {@code System.exit}, is left to its lease: given back
 * uncounted it would take down node after node.
 */
@Singleton
public class Drain {

    private final WorkerPool pool;
    private final DrainTime time;

    Drain(WorkerPool pool, DrainTime time) {
        this.pool = pool;
        this.time = time;
    }

    /** Blocks until the hand is empty, at most {@code rowmill.drain} from the begin of the stop; false: something is left to its lease. */
    public boolean drain() throws InterruptedException {
        pool.releaseWaiting();
        if (pool.awaitEmpty(time.forHandlers())) {
            return true;
        }
        pool.inHand().forEach(task -> task.stop(HeldTask.Stop.DRAINED));
        if (pool.awaitEmpty(time.forInterrupted())) {
            return true;
        }
        pool.inHand().stream()
                .filter(task -> !task.isExiting())
                .forEach(task -> pool.abandon(task, new Ending.Released()));
        return pool.awaitEmpty(time.forLastWords());
    }
}
