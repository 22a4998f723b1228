package io.github.rowmill.testing;

import io.github.rowmill.api.ScheduleNotFoundException;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.recur.TickLoop;
import io.github.rowmill.engine.store.read.TaskRepository;
import io.github.rowmill.engine.store.testing.RowTime;
import io.github.rowmill.task.Task;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Runs the queue by hand, for tests: set {@code rowmill.enabled=false}, so that nothing runs by itself, inject this, and
 * let rounds and time pass when the test says so.
 *
 * <p>Example: {@code mill.pass(id, Duration.ofHours(1)); mill.drain(); assertThat(mill.task(id).getStatus()).isEqualTo(COMPLETED);}
 */
@Singleton
public class ManualMill {

    /** Handlers in tests end sooner; a test that waits longer has found a handler that hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Claimer claimer;
    private final Sweeps sweeps;
    private final TickLoop ticks;
    private final WorkerPool pool;
    private final TaskRepository tasks;
    private final RowTime time;

    ManualMill(Claimer claimer, Sweeps sweeps, TickLoop ticks, WorkerPool pool, TaskRepository tasks, RowTime time) {
        this.claimer = claimer;
        this.sweeps = sweeps;
        this.ticks = ticks;
        this.pool = pool;
        this.tasks = tasks;
        this.time = time;
    }

    /**
     * Waits until nothing is in hand, makes tasks of schedules' ticks, recovers expired leases, ends tasks that have not started in time, claims what is due as far as there is room, runs it, and
     * waits until all is settled.
     *
     * @return how many tasks were claimed
     * @throws IllegalStateException a handler takes longer than 30 s
     */
    public int runOnce() {
        awaitSettled();
        ticks.tickOnce();
        sweeps.sweepOnce();
        int claimed = claimer.claimOnce();
        awaitSettled();
        return claimed;
    }

    /** Runs rounds until one claims nothing; returns how many tasks were claimed in all. */
    public int drain() {
        int all = 0;
        int claimed;
        do {
            claimed = runOnce();
            all += claimed;
        } while (claimed > 0);
        return all;
    }

    /**
     * Lets time pass for one task: its due time, its deadline and its lease come nearer, its end recedes.
     *
     * @throws TaskNotFoundException there is no such task
     */
    public void pass(long id, Duration time) {
        if (!this.time.pass(id, time)) {
            throw new TaskNotFoundException(id);
        }
    }

    /**
     * Lets time pass for one schedule: of what lies so far in the past, no tick has been dealt with.
     *
     * @throws ScheduleNotFoundException there is no such schedule
     */
    public void pass(String schedule, Duration time) {
        if (!ticks.pass(schedule, time)) {
            throw new ScheduleNotFoundException(schedule);
        }
    }

    /**
     * Reads a task in a transaction of its own.
     *
     * @throws TaskNotFoundException there is no such task
     */
    public Task task(long id) {
        return QuarkusTransaction.requiringNew()
                .call(() -> tasks.findByIdOptional(id).orElseThrow(() -> new TaskNotFoundException(id)));
    }

    private void awaitSettled() {
        try {
            if (!pool.awaitEmpty(PATIENCE)) {
                throw new IllegalStateException("%d tasks are not settled after %s".formatted(pool.size(), PATIENCE));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for handlers", e);
        }
    }
}
