package io.github.rowmill.testing;

import io.github.rowmill.api.FlowNotFoundException;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.ScheduleNotFoundException;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Runs the queue by hand, for tests. Set {@code rowmill.enabled=false}, so that nothing runs by itself. Inject
 * this bean, and run rounds and move time in the test. No method sleeps; the methods that run handlers return
 * when all tasks are settled.
 *
 * <p>Example: {@code mill.pass(id, Duration.ofHours(1)); mill.drain();
 * assertThat(mill.task(id).getStatus()).isEqualTo(COMPLETED);}
 */
@Singleton
public class ManualMill {

    private final ManualRounds rounds;
    private final TimeShift hours;
    private final CrashSimulation misfortunes;
    private final InlineRunner inline;
    private final TaskReader tasks;
    private final Flows flows;
    private final TaskQueue queue;

    ManualMill(
            ManualRounds rounds,
            TimeShift hours,
            CrashSimulation misfortunes,
            InlineRunner inline,
            TaskReader tasks,
            Flows flows,
            TaskQueue queue) {
        this.flows = flows;
        this.queue = queue;
        this.rounds = rounds;
        this.hours = hours;
        this.misfortunes = misfortunes;
        this.inline = inline;
        this.tasks = tasks;
    }

    /**
     * Deletes all tasks, with their attempts, steps, signals, logs and failures, and all jobs and flows, for a
     * test that needs an empty table. It first waits until this node holds no task. Schedules and rules of queues
     * stay. It joins the caller's transaction.
     *
     * @throws IllegalStateException a handler takes longer than 30 s
     */
    public void clear() {
        rounds.clear();
    }

    /**
     * Runs one round and waits until all its tasks are settled. The round waits until the node holds no task,
     * makes tasks of schedules' ticks, recovers expired leases, and ends tasks that did not start in time. It
     * delivers signals, so that tasks are due that wait for them. It then claims due tasks, as many as the node
     * has capacity for, and runs them. Parts of flows that may start after that are started.
     *
     * @return the number of claimed tasks
     * @throws IllegalStateException a handler takes longer than 30 s
     */
    public int runOnce() {
        return rounds.runOnce();
    }

    /** Runs rounds until one claims nothing. Returns the number of tasks claimed in all rounds. */
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
     * Runs tasks at once, in the thread that enqueues them. After the commit of a transaction that made tasks
     * due, these run before the commit returns, followed by the tasks they enqueue. A failure is recorded in the
     * row as usual, and a retry waits for its time. Handlers do not see the thread's context: no transaction, no
     * request scope. This applies to all threads, one after the other, until the result is closed.
     *
     * <p>Example: {@code try (var inline = mill.inline()) { shop.sell("tea"); }}
     *
     * @throws IllegalStateException the node works by itself, or tasks run inline already
     */
    public InlineTasks inline() {
        return inline.begin();
    }

    /**
     * Runs a round in which the node dies with this task, as late as possible: the handler has finished, and the
     * end of its attempt is not recorded. Its writes in the task's own transaction are rolled back; its recorded
     * steps and its effects outside stay. The task remains executing with an expired lease. The next round recovers
     * it, counts the crash, and runs it again.
     *
     * @throws IllegalStateException the task did not run in this round, as it is not due or was not claimed
     */
    public void crashOnce(long id) {
        misfortunes.crashOnce(id);
    }

    /**
     * Runs a round in which this task's lease expires while its handler runs, and another node recovers the task.
     * The task is queued again, with a crash counted. The handler's verdict is stale and records nothing, and a
     * transaction of the task is rolled back.
     *
     * @throws IllegalStateException the task did not run in this round, as it is not due or was not claimed
     */
    public void loseLeaseOnce(long id) {
        misfortunes.loseLeaseOnce(id);
    }

    /**
     * Lets time pass for one task. Its due time, deadline and lease come nearer, and so do the ends of its sleeps
     * and waits; its end moves further into the past.
     *
     * @throws TaskNotFoundException there is no such task
     */
    public void pass(long id, Duration time) {
        hours.pass(id, time);
    }

    /**
     * Lets time pass for one schedule. Its ticks of the last {@code time} count as not handled yet.
     *
     * @throws ScheduleNotFoundException there is no such schedule
     */
    public void pass(String schedule, Duration time) {
        hours.pass(schedule, time);
    }

    /**
     * Lets time pass for all tasks and for all schedules that are not paused. In the next round, ticks of that
     * time follow each schedule's {@code missed} rule. The rates of queues, and clocks that handlers read, do not
     * move.
     */
    public void pass(Duration time) {
        hours.pass(time);
    }

    /**
     * Sends a signal to a task, as {@link TaskQueue#signal(long, String, Object)} does. A task that waits for it
     * runs in the next round.
     *
     * <p>Example: {@code mill.signal(id, "decision", new Decision(true)); mill.drain();}
     *
     * @throws TaskNotFoundException there is no such task
     */
    public void signal(long id, String name, Object payload) {
        queue.signal(id, name, payload);
    }

    /**
     * Reads a task in its own transaction.
     *
     * @throws TaskNotFoundException there is no such task
     */
    public Task task(long id) {
        return tasks.one(id);
    }

    /**
     * Reads the result of a completed task: what its handler returned.
     *
     * <p>Example: {@code assertThat(mill.result(id, Receipt.class)).isEqualTo(new Receipt("r-7"));}
     *
     * @return null if the handler returned nothing
     * @throws TaskNotFoundException there is no such task
     * @throws IllegalStateException the task has not completed
     */
    public <T> @Nullable T result(long id, Class<T> type) {
        return tasks.result(id, type);
    }

    /**
     * Reads a flow with its parts in its own transaction.
     *
     * @throws FlowNotFoundException there is no such flow
     */
    public FlowView flow(long id) {
        return flows.find(id).orElseThrow(() -> new FlowNotFoundException(id));
    }

    /**
     * Reads all tasks, for {@link TaskAssertions#assertThat}. If the caller has a transaction, it is used, and
     * the result includes the tasks enqueued in it.
     */
    public TaskList tasks() {
        return tasks.all();
    }
}
