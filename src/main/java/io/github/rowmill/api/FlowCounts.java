package io.github.rowmill.api;

/**
 * The tasks of a part by their state.
 *
 * @param waiting tasks whose part has not started, or that wait for the turn of their key
 * @param completed completed tasks, including deleted ones
 */
public record FlowCounts(long waiting, long queued, long executing, long completed, long dead, long cancelled) {

    /** Returns the number of all tasks. */
    public long total() {
        return waiting + queued + executing + ended();
    }

    /** Returns the number of tasks that have ended. */
    public long ended() {
        return completed + dead + cancelled;
    }

    /** Returns the sum of two parts. */
    public FlowCounts plus(FlowCounts other) {
        return new FlowCounts(
                waiting + other.waiting,
                queued + other.queued,
                executing + other.executing,
                completed + other.completed,
                dead + other.dead,
                cancelled + other.cancelled);
    }
}
