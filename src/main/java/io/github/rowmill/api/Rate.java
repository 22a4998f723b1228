package io.github.rowmill.api;

import java.time.Duration;

/**
 * Limit of starts in a period. After a pause, up to {@code burst} starts may come at once.
 *
 * <p>Example: {@code Rate.of(100, Duration.ofMinutes(1)).burst(10)} starts at most ten tasks at once, and then one
 * every 600 ms. {@link Queues} checks the ranges.
 *
 * @param starts 1 to 1,000,000
 * @param period 1 ms to 365 days
 * @param burst 1 to 1,000,000
 */
public record Rate(int starts, Duration period, int burst) {

    /** Creates a rate whose starts are spread evenly: the burst is 1. */
    public static Rate of(int starts, Duration period) {
        return new Rate(starts, period, 1);
    }

    /** Returns this rate with another burst. */
    public Rate burst(int starts) {
        return new Rate(this.starts, period, starts);
    }
}
