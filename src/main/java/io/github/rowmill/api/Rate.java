package io.github.rowmill.api;

import java.time.Duration;

/**
 * So many starts in a period, of which a burst may come at once where none came for a while.
 *
 * <p>Example: {@code Rate.of(100, Duration.ofMinutes(1)).burst(10)} starts ten tasks at once at most, and then one every
 * 600 ms. Ranges are checked by {@link Queues}.
 *
 * @param starts 1 to 1,000,000
 * @param period 1 ms to 365 days
 * @param burst 1 to 1,000,000
 */
public record Rate(int starts, Duration period, int burst) {

    /** So many starts in a period, evenly: the burst is 1. */
    public static Rate of(int starts, Duration period) {
        return new Rate(starts, period, 1);
    }

    /** The same with another burst. */
    public Rate burst(int starts) {
        return new Rate(this.starts, period, starts);
    }
}
