package io.github.rowmill.engine.store.end;

/** The result of writing one verdict. */
public enum FencedWrite {
    /** The lease is no longer held. Nothing was written. */
    REFUSED,
    /** The verdict is written. */
    WRITTEN,
    /** The verdict is written, the task has ended, and its end is waited for. */
    WATCHED;

    static FencedWrite written(boolean watched) {
        return watched ? WATCHED : WRITTEN;
    }

    /** Returns whether the verdict is written. */
    public boolean isWritten() {
        return this != REFUSED;
    }
}
