package io.github.rowmill.bench;

import java.io.IOException;
import java.util.List;

/** A queue that runs a workload in processes of its own. Moments are nanoseconds of the monotonic clock. */
interface Workload {

    /** Begins to enqueue and to run tasks, and enqueues for a number of seconds. */
    void begin(WorkloadLoad load, int seconds) throws IOException;

    /** Waits until all tasks have ended, and returns the moment until which they were enqueued. */
    long awaitEnd() throws IOException;

    /** Returns the waits of the tasks that ended in a span of time. */
    Waited waited(long from, long to) throws IOException;

    /** Returns its processes. */
    List<Long> pids();

    /** How long tasks waited to begin, from the call of the enqueue, in milliseconds. */
    record Waited(double tasks, double p50, double p99, double longest) {

        private static final double NANOS = 1e6;

        /** Reads the number of tasks and three waits in nanoseconds. */
        static Waited parse(String numbers) {
            String[] parts = numbers.split(" ");
            return new Waited(Double.parseDouble(parts[0]), millis(parts[1]), millis(parts[2]), millis(parts[3]));
        }

        private static double millis(String nanos) {
            return Double.parseDouble(nanos) / NANOS;
        }
    }
}
