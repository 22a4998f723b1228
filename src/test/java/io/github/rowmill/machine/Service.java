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

/** The verbs the machine drives: the real ones, or wrong ones to see that it notices. */
interface Service {

    /** How long a lease lasts that is renewed, as long as one that is claimed. */
    Duration LEASE = Duration.ofSeconds(30);

    /** So many crashes in quarantine end a task. */
    int MAX_CRASHES = 1;

    /** What finished longer ago than this is trimmed. */
    Duration RETENTION = Duration.ofMinutes(30);

    List<Enqueued> enqueue(List<NewTask> tasks, Ending ending);

    List<Claimed> claim(String queue, Set<String> types, int limit);

    /** Claims what stands behind a task claimed before, in that one's queue. */
    List<Claimed> claimAfter(Claimed last, Set<String> types, int limit);

    /** Claims those of these tasks that are as they were inserted. */
    List<Claimed> claimNew(String queue, List<Long> ids);

    /** Inserts a task without a unique key and claims it, by one statement. */
    Inserts.Made insertNew(NewTask task);

    List<Claimed> claimQuarantined(Set<String> queues, Set<String> types);

    Set<Lease> renew(Collection<Lease> leases);

    boolean complete(Lease lease, Ending ending);

    Set<Lease> completeAll(Collection<Lease> leases);

    boolean settle(Verdict verdict, Ending ending);

    Set<Lease> settleAll(List<Verdict> verdicts);

    /** Settles all of these in one transaction, or none; returns the leases that are lost. */
    Set<Lease> settleTogether(Map<Claimed, Verdict> verdicts);

    Map<Lease, Leases.State> read(Collection<Claimed> tasks);

    /** The ids of those recovered, and what they are now. */
    Map<Long, TaskStatus> recover(int limit);

    void cancel(long id);

    void retry(long id);

    int trim(TaskStatus status);

    void pass(long id, Duration time);

    /** A failover loses the claim of a task that executes, and another node claims it: under the same version. False: it does not execute. */
    boolean failOver(long id);

    Task task(long id);

    /** Does a step of an attempt, whose work has an effect and returns {@code value}. Returns what is recorded. */
    int step(Claimed task, String name, int value);

    /**
     * Does the same in a transaction of the step.
     *
     * @param ending {@code ROLLBACK} if the work fails after its effect
     * @return empty if the work has failed
     */
    Optional<Integer> transact(Claimed task, String name, int value, Ending ending);

    /** Sleeps in an attempt, and writes the verdict if the time has not passed. */
    Pause sleep(Claimed task, String name, Duration time);

    /** Waits for a signal as {@link #sleep} does. */
    Pause await(Claimed task, String name, String signal, Duration most);

    /** Sends a signal, and marks its task after a commit. */
    void signal(long id, String name, int payload, Ending ending);

    /** Sends a signal by SQL, whose task is not marked. Returns false if the task has ended. */
    boolean signalBySql(long id, String name, int payload);

    /** Marks the task of a signal that was just sent. Returns false if the row was not written. */
    boolean mark(long id);

    /** Marks the tasks of all signals that have no mark. Returns the number of signals. */
    int sweepSignals();

    /** Deletes the steps and signals of tasks that are gone. Returns their number. */
    long trimSteps();
}
