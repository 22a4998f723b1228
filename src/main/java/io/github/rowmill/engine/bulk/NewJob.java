package io.github.rowmill.engine.bulk;

import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.engine.store.read.TaskFilter;
import io.github.rowmill.text.Storable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A job that is to begin.
 *
 * @param query as it was written, which {@code filter} is read of
 * @param reason why; null: nobody said
 * @param spread of a retry: within how long the tasks are due again, each at a moment of its own, {@link #MIN_SPREAD} to
 *     {@link #MAX_SPREAD}; null: all at once
 * @param options of a retry: what it changes of each task
 */
public record NewJob(
        BulkAction action,
        String query,
        TaskFilter filter,
        @Nullable String reason,
        @Nullable Duration spread,
        RetryOptions options) {

    /** Most characters of a reason. */
    public static final int MAX_REASON = 200;

    public static final Duration MIN_SPREAD = Duration.ofSeconds(1);
    public static final Duration MAX_SPREAD = Duration.ofDays(1);

    public NewJob {
        if (reason != null && !canBeReason(reason)) {
            throw new IllegalArgumentException(
                    "reason must have at most %s characters, was %s".formatted(MAX_REASON, reason.length()));
        }
        if (spread != null && !canSpread(action, spread)) {
            throw new IllegalArgumentException(
                    "spread must be of a retry, from %s to %s, was %s".formatted(MIN_SPREAD, MAX_SPREAD, spread));
        }
        if (!canChange(action, options)) {
            throw new IllegalArgumentException("a patch and attempts must be of a retry");
        }
    }

    /** One that changes nothing but what its action does. */
    public NewJob(
            BulkAction action, String query, TaskFilter filter, @Nullable String reason, @Nullable Duration spread) {
        this(action, query, filter, reason, spread, RetryOptions.NONE);
    }

    /** The same on tasks that another filter finds. */
    public NewJob filter(TaskFilter other) {
        return new NewJob(action, query, other, reason, spread, options);
    }

    /** Whether an action can change this of tasks. */
    public static boolean canChange(BulkAction action, RetryOptions options) {
        return action == BulkAction.RETRY || options.isEmpty();
    }

    /** Whether this text can be kept. */
    public static boolean canBeReason(String text) {
        return text.length() <= MAX_REASON && !Storable.isUnstorable(text);
    }

    /** Whether tasks can be spread over this time. */
    public static boolean canSpread(BulkAction action, Duration spread) {
        return action == BulkAction.RETRY && spread.compareTo(MIN_SPREAD) >= 0 && spread.compareTo(MAX_SPREAD) <= 0;
    }
}
