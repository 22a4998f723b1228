package io.github.rowmill.engine.wake;

/** Receives the ends of tasks that other nodes have notified of, for features. */
public interface EndListener {

    /** Receives a notification that tasks have ended. The text may be anything. */
    void heard(String text);

    /** Receives that this node may have missed notifications. */
    void mayHaveMissed();
}
