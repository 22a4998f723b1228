package io.github.rowmill.engine.store;

import io.github.rowmill.task.TaskStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A task's row as a retry reads it.
 *
 * @param details the payload as stored
 * @param context the context as JSON text; null if the task carries none
 */
public record TaskState(
        String type,
        String queue,
        String status,
        String details,
        @Nullable String context,
        int attempts,
        int maxAttempts,
        long version) {

    public static TaskState read(ResultSet row) throws SQLException {
        return new TaskState(
                row.getString("type"),
                row.getString("queue"),
                row.getString("status"),
                row.getString("details"),
                row.getString("context"),
                row.getInt("attempts"),
                row.getInt("max_attempts"),
                row.getLong("version"));
    }

    /** Returns whether the task may be retried. */
    public boolean isRetriable() {
        return TaskStatus.find(status).filter(TaskStatus::isRetriable).isPresent();
    }
}
