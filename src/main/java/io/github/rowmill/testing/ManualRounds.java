package io.github.rowmill.testing;

import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.execute.thread.WorkerThreads;
import io.github.rowmill.feature.await.AwaitedTasks;
import io.github.rowmill.feature.schedule.TickLoop;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Runs single rounds of all the work of a node. */
@Singleton
class ManualRounds {

    /** Maximum wait for handlers. Handlers in tests end sooner, so a longer wait means a handler that hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Maximum wait for the marks of awaited tasks. Another transaction may hold the row of one. */
    private static final Duration MARKS = Duration.ofSeconds(1);

    private final MaintenanceRounds sweeps;
    private final TickLoop ticks;
    private final Claimer claimer;
    private final WorkerPool pool;
    private final WorkerThreads threads;
    private final AwaitedTasks awaited;

    ManualRounds(
            MaintenanceRounds sweeps,
            TickLoop ticks,
            Claimer claimer,
            WorkerPool pool,
            WorkerThreads threads,
            AwaitedTasks awaited) {
        this.sweeps = sweeps;
        this.ticks = ticks;
        this.claimer = claimer;
        this.pool = pool;
        this.threads = threads;
        this.awaited = awaited;
    }

    /** Deletes all tasks after waiting until the node holds none. */
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
        sweeps.lookOnce();
        return claimed;
    }

    /**
     * Runs a round whose handlers run on this thread. {@code between} runs after all tasks are claimed, before any
     * handler begins.
     */
    void runHere(Runnable between) {
        awaitSettled();
        ticks.tickOnce();
        sweeps.sweepOnce();
        try {
            claimHere(between);
        } finally {
            awaitSettled();
            sweeps.lookOnce();
        }
    }

    /**
     * Claims tasks and runs them on this thread, without the rest of a round. An exception of {@code between} is
     * thrown after the tasks have run.
     */
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

    /** Delivers signals: makes tasks due that wait for them. */
    void deliver() {
        sweeps.deliverOnce();
    }

    /** Waits until the node holds no task, and starts the parts of flows that may start then. */
    void look() {
        awaitSettled();
        sweeps.lookOnce();
    }

    /** Waits until the node holds no task, and marks none for a caller who waits: a claim would pass it over. */
    void awaitSettled() {
        try {
            awaited.awaitMarks(MARKS);
            if (!pool.awaitEmpty(PATIENCE)) {
                throw new IllegalStateException("%s tasks are not settled after %s".formatted(pool.size(), PATIENCE));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for handlers", e);
        }
    }
}
