package io.github.rowmill.api;

/**
 * Thrown if a task with {@code refuseDuplicate} is enqueued while another task of its type holds its unique key.
 * Nothing is written.
 */
public final class DuplicateTaskException extends RowmillException {

    private final long existingId;

    public DuplicateTaskException(String type, String uniqueKey, long existingId) {
        super(
                "another task of type '%s' holds the unique key '%s': task %s; wait for that task, cancel it if it is queued or executing, or use another key"
                        .formatted(type, uniqueKey, existingId));
        this.existingId = existingId;
    }

    /** Returns the id of the task that holds the key. */
    public long existingId() {
        return existingId;
    }
}
