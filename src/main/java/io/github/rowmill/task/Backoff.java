package io.github.rowmill.task;

import java.time.Duration;

/**
 * Delay before the next attempt: {@code first} doubled with every failed attempt, at most {@code max}.
 *
 * <p>Example: {@code new Backoff(1 s, 1 min)} waits 1 s, 2 s, 4 s, ... 60 s, 60 s, each give or take a fifth.
 */
public record Backoff(Duration first, Duration max) {

    /** Share of a delay that jitter adds or takes at most, so that tasks that failed together do not come back together. */
    private static final double JITTER = 0.2;

    private static final int MAX_DOUBLINGS = 40;

    public Backoff {
        if (first.isNegative() || first.isZero()) {
            throw new IllegalArgumentException("first must be > 0, was " + first);
        }
        if (first.compareTo(max) > 0) {
            throw new IllegalArgumentException("first must be <= max, was " + first + " > " + max);
        }
    }

    /** The delay after so many failed attempts (from 1), without jitter. */
    public Duration after(int failures) {
        double doubled = first.toMillis() * Math.pow(2, Math.min(failures - 1, MAX_DOUBLINGS));
        return doubled >= max.toMillis() ? max : Duration.ofMillis((long) doubled);
    }

    /** The delay after so many failed attempts, with jitter; {@code random} is in [0, 1). */
    public Duration after(int failures, double random) {
        double factor = 1 - JITTER + 2 * JITTER * random;
        return Duration.ofMillis((long) (after(failures).toMillis() * factor));
    }
}
