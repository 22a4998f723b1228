package io.github.rowmill.execute;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many tasks of a queue may wait in hand beside those that run: as many as the handlers get through in a short time,
 * so that fast handlers never wait for a claim, and slow ones leave tasks to other nodes.
 */
final class Lookahead {

    /** What waits in hand is run within this time. Longer saves few claims and makes priorities and sharing coarser. */
    private static final Duration HORIZON = Duration.ofMillis(50);

    /** Most tasks to wait, however fast the handlers: a claim of this size costs next to nothing per task. */
    private static final int MOST = 1000;

    /** Weight of the newest run in the moving mean. */
    private static final double NEWEST = 0.1;

    private final int workers;
    private final OptionalInt fixed;
    private final Map<String, Double> meanNanos = new ConcurrentHashMap<>();

    /** {@code fixed}: what configuration asks for instead. */
    Lookahead(int workers, OptionalInt fixed) {
        this.workers = workers;
        this.fixed = fixed;
    }

    /** Takes a handler's time into the mean of its queue. */
    void ran(String queue, Duration took) {
        double nanos = Math.max(1, took.toNanos());
        meanNanos.merge(queue, nanos, (mean, newest) -> mean + NEWEST * (newest - mean));
    }

    /** How many may wait; none until something is known of the queue's handlers. */
    int of(String queue) {
        double mean = meanNanos.getOrDefault(queue, Double.MAX_VALUE);
        double ahead = workers * (HORIZON.toNanos() / mean);
        int most = fixed.isPresent() ? Math.max(0, fixed.getAsInt() - workers) : MOST;
        return (int) Math.min(most, ahead);
    }
}
