package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.NewTask;

/** Called before an enqueue changes the task that holds its unique key. */
@FunctionalInterface
public interface HolderCheck {

    /** Allows everything: the application itself may change any task. */
    HolderCheck FREE = (task, holder, isUntouched) -> {};

    /**
     * Called when a new task that replaces or reschedules the holder of its key meets that holder. Nothing has
     * been changed yet. If this method throws, nothing is changed at all. It may be called again, for another
     * holder or for the same one.
     *
     * @param isUntouched whether the holder was never started, and so will be changed; otherwise it is only
     *     reported
     */
    void meets(NewTask task, long holder, boolean isUntouched);
}
