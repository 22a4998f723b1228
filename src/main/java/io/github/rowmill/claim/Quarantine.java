package io.github.rowmill.claim;

import io.github.rowmill.clock.Ticker;
import io.github.rowmill.execute.WorkerPool;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Makes time for tasks that have crashed twice: such a task runs alone on its node, so that one which kills its process
 * kills no neighbour, and one that merely stood beside it is not blamed.
 *
 * <p>A busy node never has an empty hand by itself. So it stops claiming for a while to empty it, and if that takes too
 * long goes on as before and tries again later. Called under the claimer's lock.
 */
@Singleton
class Quarantine {

    /** How long a node goes without claiming, to empty its hand. */
    private static final Duration MOST_CLEARING = Duration.ofSeconds(10);

    /** Least time between two tries; up to as much again at random, so that nodes do not all clear at once. */
    private static final Duration REST = Duration.ofSeconds(30);

    private final QueueClaim claim;
    private final WorkerPool pool;
    private final Ticker ticker;
    private volatile boolean clearing;
    private long clearingSince;
    private long restUntil;

    Quarantine(QueueClaim claim, WorkerPool pool, Ticker ticker) {
        this.claim = claim;
        this.pool = pool;
        this.ticker = ticker;
        this.restUntil = ticker.nanos();
    }

    /** Whether the node makes room, and must claim nothing else. */
    boolean isClearing() {
        return clearing;
    }

    /**
     * Takes a quarantined task if the hand is empty, else sees to it that it becomes so.
     *
     * @param queues those that hold due tasks in quarantine
     * @return whether one was claimed
     */
    boolean claimFrom(Set<String> queues) {
        if (queues.isEmpty()) {
            clearing = false;
            return false;
        }
        if (pool.size() == 0) {
            clearing = false;
            return claim.claimQuarantined(queues) || rest();
        }
        if (clearing && ticker.since(clearingSince).compareTo(MOST_CLEARING) > 0) {
            clearing = false;
            rest();
        } else if (!clearing && ticker.nanos() - restUntil >= 0) {
            clearing = true;
            clearingSince = ticker.nanos();
        }
        return false;
    }

    /** No other try for a while: another node has the task, or the hand takes too long to empty. */
    private boolean rest() {
        long random = ThreadLocalRandom.current().nextLong(REST.toNanos());
        restUntil = ticker.nanos() + REST.toNanos() + random;
        return false;
    }
}
