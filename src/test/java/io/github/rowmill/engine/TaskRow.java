package io.github.rowmill.engine;

import io.github.rowmill.task.TaskStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A row of the table of tasks, as SQL inserts it. Columns that are not named have the defaults of the table. Moments
 * are SQL expressions, such as {@code now() - interval '1 h'}. If several rows are inserted, expressions may use
 * {@code g}, the number of the row, from 1.
 */
public final class TaskRow {

    private final Map<String, String> columns = new LinkedHashMap<>();

    private TaskRow() {}

    public static TaskRow of(String type) {
        return new TaskRow().text("type", type);
    }

    public TaskRow queue(String queue) {
        return text("queue", queue);
    }

    public TaskRow key(String key) {
        return text("key", key);
    }

    public TaskRow uniqueKey(String key) {
        return text("unique_key", key);
    }

    public TaskRow source(String source) {
        return text("source", source);
    }

    public TaskRow error(String error) {
        return text("error", error);
    }

    /** Sets the payload, as JSON. */
    public TaskRow details(String json) {
        return text("details", json);
    }

    /** Sets the only tag. */
    public TaskRow tag(String tag) {
        return set("tags", "array[%s]".formatted(quoted(tag)));
    }

    public TaskRow priority(int priority) {
        return set("priority", Integer.toString(priority));
    }

    public TaskRow attempts(int attempts) {
        return set("attempts", Integer.toString(attempts));
    }

    public TaskRow maxAttempts(int attempts) {
        return set("max_attempts", Integer.toString(attempts));
    }

    public TaskRow crashes(int crashes) {
        return set("crashes", Integer.toString(crashes));
    }

    public TaskRow version(long version) {
        return set("version", Long.toString(version));
    }

    public TaskRow runAt(String moment) {
        return set("run_at", moment);
    }

    public TaskRow expiresAt(String moment) {
        return set("expires_at", moment);
    }

    public TaskRow started(String moment) {
        return set("started", moment);
    }

    public TaskRow waiting() {
        return text("status", TaskStatus.WAITING.column());
    }

    /** Gives the row to a node, until {@code expiry}. */
    public TaskRow executing(String operator, String expiry) {
        return text("status", TaskStatus.EXECUTING.column())
                .text("operator_id", operator)
                .set("expiry", expiry);
    }

    /** Ends the task now. */
    public TaskRow ended(TaskStatus status) {
        return ended(status, "now()");
    }

    public TaskRow ended(TaskStatus status, String moment) {
        return text("status", status.column()).set("finished", moment);
    }

    /** Sets a column to an SQL expression. */
    public TaskRow set(String column, String expression) {
        columns.put(column, expression);
        return this;
    }

    private TaskRow text(String column, String text) {
        return set(column, quoted(text));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Returns the statement that inserts one row and returns its id. */
    public String sql() {
        return "insert into rowmill_task (%s) values (%s) returning id"
                .formatted(String.join(", ", columns.keySet()), String.join(", ", columns.values()));
    }

    /** Returns the statement that inserts {@code count} rows. */
    public String sql(int count) {
        return "insert into rowmill_task (%s) select %s from generate_series(1, %d) g"
                .formatted(String.join(", ", columns.keySet()), String.join(", ", columns.values()), count);
    }
}
