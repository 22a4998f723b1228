package io.github.rowmill.engine.claim;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.hold.Demand;
import io.github.rowmill.node.RecentEntries;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;

/** Reserves workers and connections for tasks that are about to be claimed in the transaction that enqueues them. */
@Singleton
class Reservations {

    /**
     * Time without claims at commit after one of them found nothing in a queue. The queue probably has rules, and
     * is left to ordinary claims.
     */
    private static final Duration REST = Duration.ofSeconds(5);

    private final Claimer claimer;
    private final WorkerPool pool;
    private final Ticker ticker;
    private final boolean areAllowed;
    private final Map<String, Long> inVain = Collections.synchronizedMap(new RecentEntries<>());

    Reservations(Claimer claimer, WorkerPool pool, Ticker ticker, RowmillConfig config) {
        this.claimer = claimer;
        this.pool = pool;
        this.ticker = ticker;
        this.areAllowed = config.claimAtCommit();
    }

    /** Returns whether a task of this queue and type may be claimed at its commit. */
    boolean areOfUse(String queue, String type) {
        return areAllowed && claimer.worksOn(queue, type) && !rests(queue);
    }

    private boolean rests(String queue) {
        Long since = inVain.get(queue);
        return since != null && ticker.since(since).compareTo(REST) < 0;
    }

    /**
     * Reserves what tasks of a queue need. Does so only if this node has no sign of other waiting tasks in it.
     *
     * @return the number of workers that were free. If it is 0, nothing is reserved, and an ordinary round must
     *     claim the tasks
     */
    int reserve(String queue, Demand demand) {
        return claimer.ifQuiet(queue, () -> pool.reserve(queue, demand));
    }

    /** Ends a reservation, after its tasks are held or if they do not come. */
    void release(String queue, Demand demand) {
        pool.release(queue, demand);
    }

    /** Records the result of a claim at commit. */
    void claimed(String queue, int count) {
        if (count > 0) {
            claimer.claimedAtCommit();
        } else {
            inVain.put(queue, ticker.nanos());
        }
    }
}
