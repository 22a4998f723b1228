package io.github.rowmill.task;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of a task. A component that is null leaves the task's value as it is.
 *
 * @param runAt the earliest start; not together with {@code delay}
 * @param delay the time from the change to the earliest start, by the database's clock; zero makes the task due at
 *     once
 * @param payload the new payload as JSON
 */
public record TaskChange(
        @Nullable String queue,
        @Nullable Integer priority,
        @Nullable Instant runAt,
        @Nullable Duration delay,
        @Nullable Integer maxAttempts,
        @Nullable String payload) {

    /** Returns this change with another payload. */
    public TaskChange payload(String json) {
        return new TaskChange(queue, priority, runAt, delay, maxAttempts, json);
    }

    /** Returns whether the change moves the task to another queue or time. */
    public boolean isOfPlace() {
        return queue != null || runAt != null || delay != null;
    }

    /** Returns a change that only makes the task due at once. */
    public static TaskChange runNow() {
        return new TaskChange(null, null, null, Duration.ZERO, null, null);
    }

    /** {@return the task's due time if it is changed at {@code now}, or null if the change leaves it as it is} */
    public @Nullable Instant due(Instant now) {
        return delay == null ? runAt : now.plus(delay);
    }
}
