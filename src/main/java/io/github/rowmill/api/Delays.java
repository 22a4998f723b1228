package io.github.rowmill.api;

import io.github.rowmill.task.Moments;
import java.time.Duration;
import java.util.Objects;

/** The range of delays: what an {@code interval} of the database holds, and no sensible use exceeds. */
final class Delays {

    private Delays() {}

    static void check(Duration delay) {
        Objects.requireNonNull(delay, "delay");
        if (delay.isNegative() || delay.compareTo(Moments.CENTURY) > 0) {
            throw new IllegalArgumentException("delay must be PT0S to %s, was %s".formatted(Moments.CENTURY, delay));
        }
    }
}
