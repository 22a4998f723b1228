package io.github.rowmill.api;

/** A task with {@code refuseDuplicate} was refused, as a live task has its type and unique key; nothing was written. */
public final class DuplicateTaskException extends RowmillException {

    private final long existingId;

    public DuplicateTaskException(String type, String uniqueKey, long existingId) {
        super(
                "a task of type '%s' with the unique key '%s' is queued or executing already: task %d; wait for it, cancel it, or enqueue with another key"
                        .formatted(type, uniqueKey, existingId));
        this.existingId = existingId;
    }

    /** The live task with the same type and key. */
    public long existingId() {
        return existingId;
    }
}
