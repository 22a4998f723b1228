package io.github.rowmill.api;

/**
 * What becomes of a cron expression's times of day where the clocks of its zone are put forward, and some do not exist, or
 * back, and some come twice. Intervals know no clocks.
 */
public enum ClockChange {
    /**
     * Each once: what is left out is run, as one tick, at the moment the clocks are put forward; what comes twice is run the
     * first time. An expression whose hours are {@code *} names no time of day, and goes by {@link #LITERAL}: an hourly
     * task is run once an hour on such days too.
     */
    ONCE,
    /** What a clock on the wall shows: what is left out is not run, what comes twice is run twice. */
    LITERAL
}
