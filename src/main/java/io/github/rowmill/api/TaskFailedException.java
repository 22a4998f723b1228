package io.github.rowmill.api;

import org.jspecify.annotations.Nullable;

/** Thrown to a caller who waits for the result of a task that is dead. The message contains the last error. */
public final class TaskFailedException extends RowmillException {

    public TaskFailedException(long id, @Nullable String error) {
        super("task %s is dead and has no result: %s".formatted(id, error == null ? "it has no error" : error));
    }
}
