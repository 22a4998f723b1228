package io.github.rowmill.task;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of a task; null: it stays as it is.
 *
 * @param runAt not before this moment; not together with {@code delay}
 * @param delay not before so much time has passed since the change, by the database's clock; zero: due at once
 * @param payload as JSON
 */
public record TaskChange(
        @Nullable String queue,
        @Nullable Integer priority,
        @Nullable Instant runAt,
        @Nullable Duration delay,
        @Nullable Integer maxAttempts,
        @Nullable String payload) {

    /** The same with another payload. */
    public TaskChange payload(String json) {
        return new TaskChange(queue, priority, runAt, delay, maxAttempts, json);
    }

    /** Whether it says where or when the task waits. */
    public boolean isOfPlace() {
        return queue != null || runAt != null || delay != null;
    }

    /** Due at once, and nothing else. */
    public static TaskChange runNow() {
        return new TaskChange(null, null, null, Duration.ZERO, null, null);
    }

    /** When the task is to be due, if that is changed at {@code now}. */
    public @Nullable Instant due(Instant now) {
        return delay == null ? runAt : now.plus(delay);
    }
}
