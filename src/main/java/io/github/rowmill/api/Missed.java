package io.github.rowmill.api;

/**
 * What becomes of a schedule's ticks that no node could make a task of within a minute: all were down, or the last run
 * had to be waited for.
 */
public enum Missed {
    /** Nothing; the next tick that is not missed is run. */
    SKIP,
    /** The last of them is run, however late, and stands for all. */
    ONE,
    /** Each that is no older than the schedule's {@code missedWithin} is run, the oldest first. */
    ALL
}
