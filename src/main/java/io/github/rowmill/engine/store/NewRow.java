package io.github.rowmill.engine.store;

import io.github.rowmill.api.NewTask;

/**
 * A task as it is inserted: what was asked for, and what was filled in or made of it.
 *
 * @param details the payload as JSON
 */
public record NewRow(NewTask task, String queue, String details, int maxAttempts) {

    /** Type and unique key of a task. */
    public record Key(String type, String uniqueKey) {}

    /** The type and unique key; the key is empty if there is none. */
    public Key key() {
        String key = task.uniqueKey();
        return new Key(task.type(), key == null ? "" : key);
    }

    /** Whether the task may stand beside any other. */
    public boolean isKeyless() {
        return task.uniqueKey() == null;
    }
}
