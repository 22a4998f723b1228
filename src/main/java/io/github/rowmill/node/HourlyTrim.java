package io.github.rowmill.node;

/** Deletes, once an hour on a node that is open, what is older than it is kept. A bean; {@link HourlyTrims} gives it a loop. */
public interface HourlyTrim {

    /** The name of its loop. */
    String name();

    /** Deletes what is past its retention by now; returns how many rows. */
    long trimOnce();
}
