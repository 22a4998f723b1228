package io.github.rowmill.api;

/**
 * Rule for ticks that no node turned into a task within a minute, because all nodes were down or the last run had
 * not ended.
 */
public enum Missed {
    /** Runs none of them; the schedule goes on with the next tick in time. */
    SKIP,
    /** Runs only the last missed tick, however late, in place of all. */
    ONE,
    /** Runs each tick that is no older than the schedule's {@code missedWithin}, the oldest first. */
    ALL
}
