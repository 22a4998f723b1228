package io.github.rowmill.api;

/** What becomes of a tick while the last task of its schedule is queued or executing. */
public enum Overlap {
    /** It is run beside that one. */
    ALLOW,
    /** It is not run. */
    SKIP,
    /** It is run when that one has ended; after a minute it counts as missed, and {@link Missed} says what becomes of it. */
    WAIT
}
