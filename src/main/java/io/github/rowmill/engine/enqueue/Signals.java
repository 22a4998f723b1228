package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.TaskEvent;

/** Sends signals to tasks in the caller's transaction, for {@code TaskQueue}. */
public interface Signals {

    /** Sends a signal to a task. Returns the event to fire after the commit. */
    TaskEvent send(long id, String name, Object payload);

    /**
     * Sends a signal to the task of a type that holds a unique key. Returns the event to fire after the commit.
     */
    TaskEvent send(String type, String uniqueKey, String name, Object payload);
}
