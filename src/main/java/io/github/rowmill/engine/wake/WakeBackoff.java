package io.github.rowmill.engine.wake;

import io.github.rowmill.task.Backoff;
import io.github.rowmill.task.Jitter;
import java.time.Duration;
import java.util.Random;

/**
 * How long a node waits before it answers a wake-up from another: not at all, until it came for nothing. With each time
 * in a row that it did, the wait doubles, and it is drawn anew from nothing to that; a claim that found something ends it.
 *
 * <p>So of many idle nodes those that win stay fast, and the others ask little more often than polling does. Safe for all
 * threads.
 */
final class WakeBackoff {

    /** Longer than it takes a fast node to claim, so that some who wait need not ask. */
    private static final Duration FIRST = Duration.ofMillis(10);

    /** Doubled more often than that, the wait has long been as long as it may. */
    private static final int MAX_MISSES = 40;

    private final Backoff backoff;
    private final Random random;
    private int misses;

    /** A node that waits at most {@code most}. */
    WakeBackoff(Duration most, Random random) {
        this.backoff = new Backoff(most.compareTo(FIRST) < 0 ? most : FIRST, most, new Jitter(0, 1));
        this.random = random;
    }

    /** Draws how long to wait this time. */
    synchronized Duration delay() {
        return misses == 0 ? Duration.ZERO : backoff.after(misses, random.nextDouble());
    }

    /** Takes note of an answer that found nothing. */
    synchronized void missed() {
        misses = Math.min(MAX_MISSES, misses + 1);
    }

    /** Takes note of a claim that found something, whatever led to it. */
    synchronized void found() {
        misses = 0;
    }
}
