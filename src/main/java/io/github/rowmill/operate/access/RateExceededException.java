package io.github.rowmill.operate.access;

import java.time.Duration;

/** The caller enqueues faster than a caller may. */
public final class RateExceededException extends RuntimeException {

    private final Duration wait;

    RateExceededException(String caller, int rate, Duration wait) {
        super(
                "the caller '%s' has enqueued more than %s tasks a second, which is the most (rowmill.api.enqueue-rate); come again in %s s"
                        .formatted(caller, rate, seconds(wait)));
        this.wait = wait;
    }

    private static long seconds(Duration wait) {
        return Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds());
    }

    /** After how many whole seconds the same would be let in. */
    public long retryAfterSeconds() {
        return seconds(wait);
    }
}
