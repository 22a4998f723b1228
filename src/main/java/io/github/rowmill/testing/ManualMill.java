package io.github.rowmill.testing;

import io.github.rowmill.api.ScheduleNotFoundException;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Runs the queue by hand, for tests: set {@code rowmill.enabled=false}, so that nothing runs by itself, inject this, and
 * let rounds and time pass when the test says so. No method sleeps; those that run handlers return when all is settled.
 *
 * <p>Example: {@code mill.pass(id, Duration.ofHours(1)); mill.drain(); assertThat(mill.task(id).getStatus()).isEqualTo(COMPLETED);}
 */
@Singleton
public class ManualMill {

    private final RoundsByHand rounds;
    private final Hours hours;
    private final Misfortunes misfortunes;
    private final Inline inline;
    private final TaskReader tasks;

    ManualMill(RoundsByHand rounds, Hours hours, Misfortunes misfortunes, Inline inline, TaskReader tasks) {
        this.rounds = rounds;
        this.hours = hours;
        this.misfortunes = misfortunes;
        this.inline = inline;
        this.tasks = tasks;
    }

    /**
     * Deletes all tasks, with their attempts, logs and failures, and all jobs, for a test that begins with an empty table.
     * First it waits until this node has nothing in hand. Schedules and rules of queues stay. It joins the caller's transaction.
     *
     * @throws IllegalStateException a handler takes longer than 30 s
     */
    public void clear() {
        rounds.clear();
    }

    /**
     * Waits until nothing is in hand, makes tasks of schedules' ticks, recovers expired leases, ends tasks that have not started in time, claims what is due as far as there is room, runs it, and
     * waits until all is settled.
     *
     * @return how many tasks were claimed
     * @throws IllegalStateException a handler takes longer than 30 s
     */
    public int runOnce() {
        return rounds.runOnce();
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
     * Lets tasks run at once, in the thread that enqueues them: when a transaction that made tasks due is committed, they
     * run before the commit returns, and what they enqueue after them. A failure is recorded in the row, as ever, and a
     * retry waits for its time. Nothing of the thread is seen by handlers: no transaction, no request scope. Holds for all
     * threads, one after the other, until it is closed.
     *
     * <p>Example: {@code try (var inline = mill.inline()) { shop.sell("tea"); }}
     *
     * @throws IllegalStateException the node works by itself, or tasks run inline already
     */
    public InlineTasks inline() {
        return inline.begin();
    }

    /**
     * Runs a round in which the node dies with this task, as late as it can: its handler has done all that it does, and
     * nothing is recorded. What it wrote in the task's own transaction is rolled back, what it did outside is done. The
     * task is left executing, its lease expired: the next round recovers it, counts the crash, and runs it again.
     *
     * @throws IllegalStateException the task did not run in this round, as it is not due or was not claimed
     */
    public void crashOnce(long id) {
        misfortunes.crashOnce(id);
    }

    /**
     * Runs a round in which the lease of this task runs out under its handler, and another node recovers it: the task is
     * queued again, with a crash counted, and the handler's verdict is stale. It records nothing, and a task's own transaction
     * is rolled back.
     *
     * @throws IllegalStateException the task did not run in this round, as it is not due or was not claimed
     */
    public void loseLeaseOnce(long id) {
        misfortunes.loseLeaseOnce(id);
    }

    /**
     * Lets time pass for one task: its due time, its deadline and its lease come nearer, its end recedes.
     *
     * @throws TaskNotFoundException there is no such task
     */
    public void pass(long id, Duration time) {
        hours.pass(id, time);
    }

    /**
     * Lets time pass for one schedule: of what lies so far in the past, no tick has been dealt with.
     *
     * @throws ScheduleNotFoundException there is no such schedule
     */
    public void pass(String schedule, Duration time) {
        hours.pass(schedule, time);
    }

    /**
     * Lets time pass for all tasks and all schedules that are not paused. What the next round finds of ticks in the time
     * that has passed goes by each schedule's {@code missed}. The rates of queues, and what handlers ask of a clock, do not move.
     */
    public void pass(Duration time) {
        hours.pass(time);
    }

    /**
     * Reads a task in a transaction of its own.
     *
     * @throws TaskNotFoundException there is no such task
     */
    public Task task(long id) {
        return tasks.one(id);
    }

    /**
     * Reads all tasks there are, for {@link TaskAssertions#assertThat}: in the caller's transaction, if there is one, what
     * it has enqueued included.
     */
    public TaskList tasks() {
        return tasks.all();
    }
}
