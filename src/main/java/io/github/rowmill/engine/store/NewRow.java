package io.github.rowmill.engine.store;

import io.github.rowmill.api.NewTask;
import org.jspecify.annotations.Nullable;

/**
 * A task as it is inserted: what was asked for, and what was filled in or made of it.
 *
 * @param details the payload as JSON
 * @param partitionKey the task's key; null: none
 * @param uniqueKey null: it may stand beside any other
 * @param context what is carried to the handler, as JSON; null: nothing is
 */
public record NewRow(
        NewTask task,
        String queue,
        String details,
        int maxAttempts,
        @Nullable String partitionKey,
        @Nullable String uniqueKey,
        @Nullable String context) {

    /** Type and unique key of a task. */
    public record Key(String type, String uniqueKey) {}

    /** The type and unique key; the key is empty if there is none. */
    public Key key() {
        return new Key(task.type(), uniqueKey == null ? "" : uniqueKey);
    }

    /** The same with what is carried to its handler. */
    public NewRow carrying(String json) {
        return new NewRow(task, queue, details, maxAttempts, partitionKey, uniqueKey, json);
    }

    /** Whether the task may stand beside any other. */
    public boolean isKeyless() {
        return uniqueKey == null;
    }
}
