package io.github.rowmill.execute;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many tasks of a queue may wait in hand beside those that run: as many as the handlers get through in a short time,
 * so that fast handlers never wait for a claim, and slow ones leave tasks to other nodes.
 */
final class Lookahead {

    /** What waits in hand is run within this time. Longer saves few claims and makes priorities and sharing coarser. */
    private static final Duration HORIZON = Duration.ofMillis(50);

    /** Most tasks to wait, however fast the handlers: a claim of this size costs next to nothing per task. */
    private static final int MOST = 4000;

    /** Weight of the newest run in the moving mean. */
    private static final double NEWEST = 0.1;

    /** Queues remembered; the one that ran longest ago is forgotten first. */
    private static final int MOST_QUEUES = 1000;

    private final int workers;
    private final Map<String, Double> meanNanos = Collections.synchronizedMap(new Means());

    Lookahead(int workers) {
        this.workers = workers;
    }

    private static final class Means extends LinkedHashMap<String, Double> {

        private static final float LOAD = 0.75f;

        private Means() {
            super(MOST_QUEUES, LOAD, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Double> eldest) {
            return size() > MOST_QUEUES;
        }
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
        return (int) Math.min(MOST, ahead);
    }
}
