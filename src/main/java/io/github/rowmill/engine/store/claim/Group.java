package io.github.rowmill.engine.store.claim;

/**
 * The tasks of a queue with the same type, priority and number of crashes. They are adjacent in the index, in the
 * order of their due times.
 */
public record Group(String type, int priority, int crashes) {

    /** Creates the group of tasks that have never crashed. */
    public Group(String type, int priority) {
        this(type, priority, 0);
    }

    /** Returns whether a node died while it held these tasks. A task of the group may be the cause. */
    boolean isRecovered() {
        return crashes > 0;
    }
}
