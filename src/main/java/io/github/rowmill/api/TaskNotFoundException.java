package io.github.rowmill.api;

/** Thrown if no task has this id: it never existed, or was trimmed after its retention. */
public final class TaskNotFoundException extends RowmillException {

    public TaskNotFoundException(long id) {
        super("there is no task %s; it never existed, or was deleted after its retention".formatted(id));
    }
}
