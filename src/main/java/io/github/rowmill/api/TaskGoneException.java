package io.github.rowmill.api;

/** Thrown to a caller who waits for the result of a task whose row does not exist, or was deleted meanwhile. */
public final class TaskGoneException extends RowmillException {

    public TaskGoneException(long id) {
        super("there is no task %s, so it has no result; it never existed, or was deleted".formatted(id));
    }
}
