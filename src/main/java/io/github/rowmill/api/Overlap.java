package io.github.rowmill.api;

/** What becomes of a tick while a task of its schedule, of an earlier tick or of {@link Schedules#runNow}, is queued or executing. */
public enum Overlap {
    /** It is run beside that. */
    ALLOW,
    /** It is not run. */
    SKIP,
    /** It is run when there is none any more; after a minute it counts as missed, and {@link Missed} says what becomes of it. */
    WAIT
}
