package io.github.rowmill.api;

/** Thrown if no task has this id or unique key: it never existed, or was trimmed after its retention. */
public final class TaskNotFoundException extends RowmillException {

    public TaskNotFoundException(long id) {
        super("there is no task %s; it never existed, or was deleted after its retention".formatted(id));
    }

    private TaskNotFoundException(String message) {
        super(message);
    }

    /** Creates the exception for a unique key that no live task of a type holds. */
    public static TaskNotFoundException ofKey(String type, String uniqueKey) {
        return new TaskNotFoundException(
                "no task of type '%s' that has not ended holds the unique key '%s'".formatted(type, uniqueKey));
    }
}
