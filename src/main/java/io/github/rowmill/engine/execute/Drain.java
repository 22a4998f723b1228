package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.engine.hold.Stop;
import io.github.rowmill.node.DrainTime;
import jakarta.inject.Singleton;

/**
 * Ends the tasks of this node before it stops. Gives back waiting tasks, lets running handlers finish, and
 * interrupts those that do not finish in time. If an interrupted handler throws, its attempt is given back and not
 * counted. If a handler does not react, its task is given back in its place. Leases are renewed throughout.
 *
 * <p>A handler that has called {@code System.exit} waits for the end of the process. Its task is left to its
 * lease. If it were given back uncounted, it could end one node after another.
 */
@Singleton
public class Drain {

    private final WorkerPool pool;
    private final DrainTime time;

    Drain(WorkerPool pool, DrainTime time) {
        this.pool = pool;
        this.time = time;
    }

    /**
     * Blocks until this node holds no task, at most {@code rowmill.drain} from the beginning of the stop.
     *
     * @return false if a task is left to its lease
     */
    public boolean drain() throws InterruptedException {
        pool.releaseWaiting();
        if (pool.awaitEmpty(time.forHandlers())) {
            return true;
        }
        pool.held().forEach(task -> task.stop(Stop.DRAINED));
        if (pool.awaitEmpty(time.forInterrupted())) {
            return true;
        }
        pool.held().stream()
                .filter(task -> !task.isExiting())
                .forEach(task -> pool.abandon(task, new Ending.Released()));
        pool.releaseWaiting();
        return pool.awaitEmpty(time.forLastWords());
    }
}
