package io.github.rowmill.task;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Randomizes times that would otherwise be equal, so that waiting callers do not return all at once.
 *
 * @param min the smallest factor
 * @param max the largest factor
 */
public record Jitter(double min, double max) {

    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;

    public Jitter {
        if (min < 0 || min > max) {
            throw new IllegalArgumentException("min must be 0 to max, was " + min + " > " + max);
        }
    }

    /**
     * Returns {@code time} multiplied by a random factor between {@code min} and {@code max}, exact to a
     * microsecond.
     */
    public Duration of(Duration time) {
        return of(time, ThreadLocalRandom.current().nextDouble());
    }

    /** Returns the randomized time for a given {@code random} in [0, 1). */
    public Duration of(Duration time, double random) {
        double seconds = time.toSeconds() + time.getNano() / NANOS;
        return Duration.of((long) (seconds * MICROS * (min + (max - min) * random)), ChronoUnit.MICROS);
    }
}
