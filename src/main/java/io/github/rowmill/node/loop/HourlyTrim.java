package io.github.rowmill.node.loop;

/**
 * Deletes rows whose retention has passed, once an hour while the node is open. Implementations are beans;
 * {@link HourlyTrims} makes a loop for each.
 */
public interface HourlyTrim {

    /** Returns the name of its loop. */
    String name();

    /** Deletes rows whose retention has passed, and returns the number of deleted rows. */
    long trimOnce();
}
