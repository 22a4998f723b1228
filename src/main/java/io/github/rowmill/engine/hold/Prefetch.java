package io.github.rowmill.engine.hold;

import io.github.rowmill.node.RecentEntries;
import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;

/**
 * Computes how many tasks of a queue may wait on this node in addition to those that run. It is the number that
 * the handlers process in a short time. So fast handlers never wait for a claim, and slow ones leave tasks to
 * other nodes. Past handler times are no measure if all handlers hang now. If none of a queue has ended lately, no
 * task may wait.
 */
public final class Prefetch {

    /**
     * Time within which waiting tasks are run. A longer one saves few claims, and makes priorities and the sharing
     * between nodes coarser.
     */
    private static final Duration MIN_HORIZON = Duration.ofMillis(50);

    /**
     * Longest such time, however many queues there are. Waiting tasks are run long before they would be given
     * back.
     */
    private static final Duration MAX_HORIZON = Duration.ofMillis(500);

    /** Number of passes for which the waiting tasks must last, because the next claim of a queue may be late. */
    private static final int PASSES_AHEAD = 2;

    /**
     * Longest time since the last handler of a queue ended. It bridges a slow commit, but not a handler that
     * hangs.
     */
    private static final Duration LATELY = Duration.ofMillis(250);

    /**
     * Largest number of waiting tasks, however fast the handlers are. For a claim of this size, the cost per task
     * is negligible.
     */
    private static final int MAX = 4000;

    /** Weight of the newest run in the moving average. */
    private static final double NEWEST = 0.1;

    private final Ticker ticker;
    private final Map<String, Speed> speeds = Collections.synchronizedMap(new RecentEntries<>());

    private volatile Duration horizon = MIN_HORIZON;

    public Prefetch(Ticker ticker) {
        this.ticker = ticker;
    }

    /** The average time of a queue's handlers, and the time at which the last one ended. */
    private record Speed(double meanNanos, long endedAt) {

        private Speed and(Speed newest) {
            return new Speed(meanNanos + NEWEST * (newest.meanNanos - meanNanos), newest.endedAt);
        }
    }

    /** Adds a handler's time to the average of its queue. */
    public void ran(String queue, Duration took) {
        speeds.merge(queue, new Speed(Math.max(1, took.toNanos()), ticker.nanos()), Speed::and);
    }

    /** Records the time of a pass: one claim from each queue. The next claim of a queue is about that far away. */
    public void passTook(Duration time) {
        Duration ahead = time.multipliedBy(PASSES_AHEAD);
        Duration atLeast = ahead.compareTo(MIN_HORIZON) < 0 ? MIN_HORIZON : ahead;
        horizon = atLeast.compareTo(MAX_HORIZON) > 0 ? MAX_HORIZON : atLeast;
    }

    /**
     * Returns how many tasks may wait for this number of workers. Returns 0 while the speed of the queue's
     * handlers is unknown, or while none of them ends.
     */
    public int of(String queue, int workers) {
        Speed speed = speeds.get(queue);
        if (speed == null || ticker.since(speed.endedAt()).compareTo(LATELY) > 0) {
            return 0;
        }
        return (int) Math.min(MAX, workers * (horizon.toNanos() / speed.meanNanos()));
    }
}
