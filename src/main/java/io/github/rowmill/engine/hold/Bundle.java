package io.github.rowmill.engine.hold;

import java.time.Duration;
import java.util.List;

/**
 * Held tasks of one type that a worker runs together. They use one worker, which counts as that of the first task.
 */
public final class Bundle {

    private final List<HeldTask> tasks;
    private int again;
    private boolean isDissolved;
    private boolean isCommitting;

    public Bundle(List<HeldTask> tasks) {
        this.tasks = List.copyOf(tasks);
    }

    public List<HeldTask> tasks() {
        return tasks;
    }

    public HeldTask first() {
        return tasks.get(0);
    }

    public int size() {
        return tasks.size();
    }

    /** Returns whether the handler takes all tasks in one call. */
    public boolean isOneCall() {
        return first().taskType().handler().takesBatch();
    }

    /** Returns the time that a task took, on average. */
    public Duration ran() {
        Duration all =
                isOneCall() ? first().ran() : tasks.stream().map(HeldTask::ran).reduce(Duration.ZERO, Duration::plus);
        return all.dividedBy(size());
    }

    /**
     * Records whether the tasks must run again after this run.
     *
     * @param most how many of them run together then; 0 if all of them are settled
     */
    public void runsAgain(int most) {
        again = most;
    }

    /** Returns how many of the tasks run together again; 0 if all of them are settled. */
    public int again() {
        return again;
    }

    /**
     * Takes the tasks from the worker, because it does not react.
     *
     * @return false if the worker is committing them, or they were taken before
     */
    public synchronized boolean dissolve() {
        boolean isOpen = !isDissolved && !isCommitting;
        isDissolved |= isOpen;
        return isOpen;
    }

    /**
     * Records that the worker now commits.
     *
     * @return false if the tasks were taken from the worker
     */
    public synchronized boolean beginCommit() {
        isCommitting = !isDissolved;
        return isCommitting;
    }
}
