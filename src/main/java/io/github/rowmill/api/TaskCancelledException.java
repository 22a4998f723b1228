package io.github.rowmill.api;

/** Thrown to a caller who waits for the result of a task that was cancelled. */
public final class TaskCancelledException extends RowmillException {

    public TaskCancelledException(long id) {
        super("task %s was cancelled and has no result".formatted(id));
    }
}
