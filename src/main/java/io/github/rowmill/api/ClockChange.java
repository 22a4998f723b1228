package io.github.rowmill.api;

/**
 * Rule for the times of day in a cron expression on the days its zone changes clocks. If clocks go forward, some
 * times do not exist; if they go back, some come twice. Intervals are not affected.
 */
public enum ClockChange {
    /**
     * Runs each time of day once. Times that are left out become one tick, at the moment the clocks go forward. A
     * time that comes twice ticks the first time only. An expression whose hours are {@code *} names no time of
     * day and follows {@link #LITERAL}: an hourly task runs once an hour on these days too.
     */
    ONCE,
    /** Follows the clock on the wall: a time that is left out has no tick, a time that comes twice ticks twice. */
    LITERAL
}
