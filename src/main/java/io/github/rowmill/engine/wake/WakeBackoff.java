package io.github.rowmill.engine.wake;

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

    private final Duration most;
    private final Random random;
    private Duration wait = Duration.ZERO;

    /** A node that waits at most {@code most}. */
    WakeBackoff(Duration most, Random random) {
        this.most = most;
        this.random = random;
    }

    /** Draws how long to wait this time. */
    synchronized Duration delay() {
        return Duration.ofNanos((long) (wait.toNanos() * random.nextDouble()));
    }

    /** Takes note of an answer that found nothing. */
    synchronized void missed() {
        Duration doubled = wait.isZero() ? FIRST : wait.multipliedBy(2);
        wait = doubled.compareTo(most) < 0 ? doubled : most;
    }

    /** Takes note of a claim that found something, whatever led to it. */
    synchronized void found() {
        wait = Duration.ZERO;
    }
}
