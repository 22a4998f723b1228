package io.github.rowmill.engine.store;

import io.github.rowmill.api.NewTask;
import org.jspecify.annotations.Nullable;

/**
 * A task as it is inserted: the requested values, and the values that were filled in or derived.
 *
 * @param details the payload as JSON
 * @param partitionKey the task's key; null if there is none
 * @param uniqueKey the unique key; null if there is none
 * @param context the values carried to the handler, as JSON; null if there are none
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

    /** Returns the type and unique key; the key is empty if there is none. */
    public Key key() {
        return new Key(task.type(), uniqueKey == null ? "" : uniqueKey);
    }

    /** Returns this row with a context for the handler. */
    public NewRow carrying(String json) {
        return new NewRow(task, queue, details, maxAttempts, partitionKey, uniqueKey, json);
    }

    /** Returns whether the task has no unique key. */
    public boolean isKeyless() {
        return uniqueKey == null;
    }
}
