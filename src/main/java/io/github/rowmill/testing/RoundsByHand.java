package io.github.rowmill.testing;

import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.execute.thread.WorkerThreads;
import io.github.rowmill.engine.recur.TickLoop;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Rounds of all that a node does, one when it is asked for. */
@Singleton
class RoundsByHand {

    /** Handlers in tests end sooner; a test that waits longer has found a handler that hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Sweeps sweeps;
    private final TickLoop ticks;
    private final Claimer claimer;
    private final WorkerPool pool;
    private final WorkerThreads threads;

    RoundsByHand(Sweeps sweeps, TickLoop ticks, Claimer claimer, WorkerPool pool, WorkerThreads threads) {
        this.sweeps = sweeps;
        this.ticks = ticks;
        this.claimer = claimer;
        this.pool = pool;
        this.threads = threads;
    }

    /** Deletes all tasks once nothing is in hand. */
    void clear() {
        awaitSettled();
        sweeps.deleteAll();
    }

    int runOnce() {
        awaitSettled();
        ticks.tickOnce();
        sweeps.sweepOnce();
        int claimed = claimer.claimOnce();
        awaitSettled();
        return claimed;
    }

    /** The same, but that handlers run on this thread, after {@code between} was done: when all is claimed, and none has begun. */
    void runHere(Runnable between) {
        awaitSettled();
        ticks.tickOnce();
        sweeps.sweepOnce();
        try {
            claimHere(between);
        } finally {
            awaitSettled();
        }
    }

    /** A claim alone, and what it claimed run on this thread; what {@code between} throws is thrown when that is done. */
    int claimHere(Runnable between) {
        Queue<Runnable> work = new ConcurrentLinkedQueue<>();
        threads.runOn(work::add);
        try {
            int claimed = claimer.claimOnce();
            between.run();
            return claimed;
        } finally {
            run(work);
            threads.runOn(null);
            run(work);
        }
    }

    private static void run(Queue<Runnable> work) {
        for (Runnable next = work.poll(); next != null; next = work.poll()) {
            next.run();
        }
    }

    /** Waits until nothing is in hand. */
    void awaitSettled() {
        try {
            if (!pool.awaitEmpty(PATIENCE)) {
                throw new IllegalStateException("%s tasks are not settled after %s".formatted(pool.size(), PATIENCE));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for handlers", e);
        }
    }
}
