package io.github.rowmill.machine;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The verbs that the machine plays. They are the real ones, or wrong ones, which the machine must notice. */
interface Service {

    /** The duration of a lease from its claim or its renewal. */
    Duration LEASE = Duration.ofSeconds(30);

    /** The number of crashes in quarantine that ends a task. */
    int MAX_CRASHES = 1;

    /** Tasks that finished longer ago than this are trimmed. */
    Duration RETENTION = Duration.ofMinutes(30);

    List<Enqueued> enqueue(List<NewTask> tasks, Ending ending);

    List<Claimed> claim(String queue, Set<String> types, int limit);

    /** Claims tasks behind {@code last}, in the queue of that task. */
    List<Claimed> claimAfter(Claimed last, Set<String> types, int limit);

    /** Claims those of these tasks that have not changed since their insert. */
    List<Claimed> claimNew(String queue, List<Long> ids);

    /** Inserts a task without a unique key and claims it, by one statement. */
    Inserts.Made insertNew(NewTask task);

    List<Claimed> claimQuarantined(Set<String> queues, Set<String> types);

    Set<Lease> renew(Collection<Lease> leases);

    boolean complete(Lease lease, Ending ending);

    Set<Lease> completeAll(Collection<Lease> leases);

    boolean settle(Verdict verdict, Ending ending);

    Set<Lease> settleAll(List<Verdict> verdicts);

    /** Settles all of these tasks in one transaction, or none. Returns the leases that are lost. */
    Set<Lease> settleTogether(Map<Claimed, Verdict> verdicts);

    Map<Lease, Leases.State> read(Collection<Claimed> tasks);

    /** Recovers at most {@code limit} tasks. Returns their ids with their new status. */
    Map<Long, TaskStatus> recover(int limit);

    void cancel(long id);

    void retry(long id);

    int trim(TaskStatus status);

    void pass(long id, Duration time);

    /**
     * Loses the claim of an executing task, as a failover does, and claims it for another node under the same version.
     * Returns false if the task does not execute.
     */
    boolean failOver(long id);

    Task task(long id);

    /** Runs a step of an attempt, whose work has an effect and returns {@code value}. Returns the recorded value. */
    int step(Claimed task, String name, int value);

    /**
     * Runs a step in a transaction of its own.
     *
     * @param ending {@code ROLLBACK} if the work fails after its effect
     * @return the recorded value; empty if the work has failed
     */
    Optional<Integer> transact(Claimed task, String name, int value, Ending ending);

    /** Sleeps in an attempt, and writes the verdict if the time has not passed. */
    Pause sleep(Claimed task, String name, Duration time);

    /** Waits for a signal as {@link #sleep} does. */
    Pause await(Claimed task, String name, String signal, Duration most);

    /** Sends a signal, and marks its task after a commit. */
    void signal(long id, String name, int payload, Ending ending);

    /** Sends a signal by SQL, and does not mark its task. Returns false if the task has ended. */
    boolean signalBySql(long id, String name, int payload);

    /** Marks the task of a signal that was just sent. Returns false if the row was not written. */
    boolean mark(long id);

    /** Marks the tasks of all signals that have no mark. Returns the number of signals. */
    int sweepSignals();

    /** Deletes the steps and signals of tasks that are gone. Returns their number. */
    long trimSteps();
}
