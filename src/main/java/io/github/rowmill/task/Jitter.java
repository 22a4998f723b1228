package io.github.rowmill.task;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Draws times apart that would else be alike, so that those who wait together do not come back together.
 *
 * @param min the least factor
 * @param max the greatest factor
 */
public record Jitter(double min, double max) {

    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;

    public Jitter {
        if (min < 0 || min > max) {
            throw new IllegalArgumentException("min must be 0 to max, was " + min + " > " + max);
        }
    }

    /** A time between {@code min} and {@code max} times as long, exact to a microsecond. */
    public Duration of(Duration time) {
        return of(time, ThreadLocalRandom.current().nextDouble());
    }

    /** The same, drawn by {@code random} in [0, 1). */
    public Duration of(Duration time, double random) {
        double seconds = time.toSeconds() + time.getNano() / NANOS;
        return Duration.of((long) (seconds * MICROS * (min + (max - min) * random)), ChronoUnit.MICROS);
    }
}
