package io.github.rowmill.engine.store;

import io.github.rowmill.api.NewTask;
import org.jspecify.annotations.Nullable;

/**
 * A task as it is inserted: the requested values, and the values that were filled in or derived.
 *
 * @param details the payload as JSON
 * @param key the key within the queue; null if there is none
 * @param uniqueKey the unique key; null if there is none
 * @param context the values carried to the handler, as JSON; null if there are none
 */
public record NewRow(
        NewTask task,
        String queue,
        String details,
        int maxAttempts,
        @Nullable String key,
        @Nullable String uniqueKey,
        @Nullable String context) {

    /** A unique key, and the type of the tasks among which it is unique. */
    public record UniqueKey(String type, String value) {}

    /** Returns the unique key with its type; the value is empty if there is none. */
    public UniqueKey unique() {
        return new UniqueKey(task.type(), uniqueKey == null ? "" : uniqueKey);
    }

    /** Returns this row with a context for the handler. */
    public NewRow carrying(String json) {
        return new NewRow(task, queue, details, maxAttempts, key, uniqueKey, json);
    }

    /** Returns whether the task has a unique key. */
    public boolean hasUniqueKey() {
        return uniqueKey != null;
    }
}
