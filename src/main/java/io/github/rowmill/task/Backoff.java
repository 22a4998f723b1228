package io.github.rowmill.task;

import java.time.Duration;

/**
 * Delay before the next attempt: {@code first}, doubled with every failed attempt, at most {@code max}.
 *
 * <p>Example: {@code new Backoff(1 s, 1 min)} waits 1 s, 2 s, 4 s, ... 60 s, 60 s, each with a jitter of a fifth.
 */
public record Backoff(Duration first, Duration max, Jitter jitter) {

    private static final Jitter FIFTH = new Jitter(0.8, 1.2);

    private static final int MAX_DOUBLINGS = 40;

    public Backoff {
        if (first.isNegative() || first.isZero()) {
            throw new IllegalArgumentException("first must be > 0, was " + first);
        }
        if (first.compareTo(max) > 0) {
            throw new IllegalArgumentException("first must be <= max, was " + first + " > " + max);
        }
    }

    /** Creates a backoff with a jitter of a fifth. */
    public Backoff(Duration first, Duration max) {
        this(first, max, FIFTH);
    }

    /** Returns the delay after {@code failures} failed attempts, from 1, without jitter. */
    public Duration after(int failures) {
        double doubled = first.toMillis() * Math.pow(2, Math.min(failures - 1, MAX_DOUBLINGS));
        return doubled >= max.toMillis() ? max : Duration.ofMillis((long) doubled);
    }

    /**
     * Returns the delay after {@code failures} failed attempts, from 1, with jitter; {@code random} is in [0, 1).
     */
    public Duration after(int failures, double random) {
        return jitter.of(after(failures), random);
    }
}
