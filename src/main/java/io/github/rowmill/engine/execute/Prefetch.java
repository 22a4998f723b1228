package io.github.rowmill.engine.execute;

import io.github.rowmill.node.Recent;
import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;

/**
 * How many tasks of a queue may wait in hand beside those that run: as many as its handlers get through in a short time,
 * so that fast handlers never wait for a claim, and slow ones leave tasks to other nodes. What handlers took once says
 * nothing of those that hang now: a queue of which none has ended lately looks nowhere ahead.
 */
final class Prefetch {

    /** What waits in hand is run within this time. Longer saves few claims and makes priorities and sharing coarser. */
    private static final Duration MIN_HORIZON = Duration.ofMillis(50);

    /** However many queues there are, what waits in hand is run long before it is given back. */
    private static final Duration MAX_HORIZON = Duration.ofMillis(500);

    /** A queue must not run out of tasks before its next claim, which may come late. */
    private static final int PASSES_AHEAD = 2;

    /** As long ago may the last handler have ended: it bridges a commit that dawdles, and not a handler that hangs. */
    private static final Duration LATELY = Duration.ofMillis(250);

    /** Most tasks to wait, however fast the handlers: a claim of this size costs next to nothing per task. */
    private static final int MAX = 4000;

    /** Weight of the newest run in the moving mean. */
    private static final double NEWEST = 0.1;

    private final Ticker ticker;
    private final Map<String, Speed> speeds = Collections.synchronizedMap(new Recent<>());

    private volatile Duration horizon = MIN_HORIZON;

    Prefetch(Ticker ticker) {
        this.ticker = ticker;
    }

    /** The mean time of a queue's handlers, and when the last one ended. */
    private record Speed(double meanNanos, long endedAt) {

        private Speed and(Speed newest) {
            return new Speed(meanNanos + NEWEST * (newest.meanNanos - meanNanos), newest.endedAt);
        }
    }

    /** Takes a handler's time into the mean of its queue. */
    void ran(String queue, Duration took) {
        speeds.merge(queue, new Speed(Math.max(1, took.toNanos()), ticker.nanos()), Speed::and);
    }

    /** Notes how long it took to claim once from each queue: the next claim of a queue is about as far away. */
    void passTook(Duration time) {
        Duration ahead = time.multipliedBy(PASSES_AHEAD);
        Duration atLeast = ahead.compareTo(MIN_HORIZON) < 0 ? MIN_HORIZON : ahead;
        horizon = atLeast.compareTo(MAX_HORIZON) > 0 ? MAX_HORIZON : atLeast;
    }

    /** How many may wait for so many workers; none until something is known of the queue's handlers, or while none ends. */
    int of(String queue, int workers) {
        Speed speed = speeds.get(queue);
        if (speed == null || ticker.since(speed.endedAt()).compareTo(LATELY) > 0) {
            return 0;
        }
        return (int) Math.min(MAX, workers * (horizon.toNanos() / speed.meanNanos()));
    }
}
