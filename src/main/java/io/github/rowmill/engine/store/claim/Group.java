package io.github.rowmill.engine.store.claim;

/** The tasks of a queue that have type, priority and number of crashes in common: they stand together in the index, in the order of their due times. */
public record Group(String type, int priority, int crashes) {

    /** Of tasks that have never crashed. */
    public Group(String type, int priority) {
        this(type, priority, 0);
    }

    /** Whether a node died with these tasks in hand: perhaps of one of them. */
    boolean isRecovered() {
        return crashes > 0;
    }
}
