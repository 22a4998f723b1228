package io.github.rowmill.api;

/** A task with {@code refuseDuplicate} was refused, as another task of its type holds its unique key; nothing was written. */
public final class DuplicateTaskException extends RowmillException {

    private final long existingId;

    public DuplicateTaskException(String type, String uniqueKey, long existingId) {
        super(
                "another task of type '%s' holds the unique key '%s': task %s; wait for it, cancel it if it is queued or executing, or enqueue with another key"
                        .formatted(type, uniqueKey, existingId));
        this.existingId = existingId;
    }

    /** The task that holds the key. */
    public long existingId() {
        return existingId;
    }
}
