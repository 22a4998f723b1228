package io.github.rowmill.operate.access;

import java.time.Duration;

/** Thrown if a caller enqueues faster than {@code rowmill.api.enqueue-rate} allows. */
public final class RateExceededException extends RuntimeException {

    private final Duration wait;

    RateExceededException(String caller, int rate, Duration wait) {
        super(
                "the caller '%s' has enqueued more than %s tasks a second, the limit (rowmill.api.enqueue-rate); try again in %s s"
                        .formatted(caller, rate, seconds(wait)));
        this.wait = wait;
    }

    private static long seconds(Duration wait) {
        return Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds());
    }

    /** Returns the wait in whole seconds after which the same request would be accepted, at least 1. */
    public long retryAfterSeconds() {
        return seconds(wait);
    }
}
