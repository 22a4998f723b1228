package io.github.rowmill.api;

/**
 * Rule for a tick while a task of the same schedule is queued or executing, of an earlier tick or of
 * {@link Schedules#runNow}.
 */
public enum Overlap {
    /** Runs the tick in parallel. */
    ALLOW,
    /** Does not run the tick. */
    SKIP,
    /**
     * Runs the tick after the other tasks have ended. After a minute the tick counts as missed, and {@link Missed}
     * applies.
     */
    WAIT
}
