package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.NewTask;

/** Asked before an enqueue changes the task that holds its unique key. */
@FunctionalInterface
public interface Encounter {

    /** The application's own: it may change any task. */
    Encounter FREE = (task, holder, isUntouched) -> {};

    /**
     * A new task that is to replace or to put off whatever holds its key meets a task. Nothing has been changed of any; this
     * may throw, and then nothing is. It may be asked again of another task, or of the same once more.
     *
     * @param isUntouched whether the holder will be changed, as it was never started; else it is only told of
     */
    void meets(NewTask task, long holder, boolean isUntouched);
}
