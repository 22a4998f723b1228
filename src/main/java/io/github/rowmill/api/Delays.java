package io.github.rowmill.api;

import io.github.rowmill.task.Moments;
import java.time.Duration;
import java.util.Objects;

/** Range check for delays: at most a century, which fits an {@code interval} of the database. */
final class Delays {

    private Delays() {}

    static void check(Duration delay) {
        Objects.requireNonNull(delay, "delay");
        if (delay.isNegative() || delay.compareTo(Moments.CENTURY) > 0) {
            throw new IllegalArgumentException("delay must be PT0S to %s, was %s".formatted(Moments.CENTURY, delay));
        }
    }
}
