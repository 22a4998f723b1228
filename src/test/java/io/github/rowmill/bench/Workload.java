package io.github.rowmill.bench;

import java.io.IOException;
import java.util.List;

/** A queue that runs a workload in its own processes. Moments are nanoseconds of the monotonic clock. */
interface Workload {

    /** Begins to enqueue and to run tasks. It enqueues for {@code seconds} seconds. */
    void begin(WorkloadLoad load, int seconds) throws IOException;

    /** Waits until all tasks have ended, and returns the moment until which they were enqueued. */
    long awaitEnd() throws IOException;

    /** Returns the waits of the tasks that ended in a span of time. */
    Waited waited(long from, long to) throws IOException;

    /** Returns its processes. */
    List<Long> pids();

    /** The number of tasks, and their waits in milliseconds from the call of the enqueue to the start. */
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
