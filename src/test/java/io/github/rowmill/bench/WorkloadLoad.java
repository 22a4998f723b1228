package io.github.rowmill.bench;

/**
 * The tasks of a workload.
 * @param type the type of the tasks, see {@code TimedTasks} in {@code src/bench}
 * @param queues the number of queues; the tasks of a call are spread over them
 * @param together the number of tasks that a call enqueues
 * @param rate the largest number of tasks a second, 0 for no limit
 */
record WorkloadLoad(String type, int queues, int together, int rate) {

    /** The number of tasks that wait or run. */
    static final int WAITING = 4_000;

    WorkloadLoad type(String other) {
        return new WorkloadLoad(other, queues, together, rate);
    }

    WorkloadLoad queues(int other) {
        return new WorkloadLoad(type, other, together, rate);
    }

    WorkloadLoad together(int other) {
        return new WorkloadLoad(type, queues, other, rate);
    }

    WorkloadLoad rate(int other) {
        return new WorkloadLoad(type, queues, together, other);
    }
}
