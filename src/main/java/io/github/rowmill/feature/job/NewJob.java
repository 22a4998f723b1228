package io.github.rowmill.feature.job;

import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.text.Storable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A job that is about to begin.
 *
 * @param query text of the query that {@code filter} was parsed from
 * @param reason reason that the user gives; null if none
 * @param spread for a retry: time within which the tasks become due again, each at a time of its own. It is
 *     between {@link #MIN_SPREAD} and {@link #MAX_SPREAD}; null if all are due at once
 * @param options for a retry: the changes of each task
 */
public record NewJob(
        BulkAction action,
        String query,
        TaskFilter filter,
        @Nullable String reason,
        @Nullable Duration spread,
        RetryOptions options) {

    /** Largest number of characters in a reason. */
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
                    "spread is for retries only, from %s to %s, was %s".formatted(MIN_SPREAD, MAX_SPREAD, spread));
        }
        if (!canChange(action, options)) {
            throw new IllegalArgumentException("a patch and attempts are for retries only");
        }
    }

    /** Creates a job that changes nothing except by its action. */
    public NewJob(
            BulkAction action, String query, TaskFilter filter, @Nullable String reason, @Nullable Duration spread) {
        this(action, query, filter, reason, spread, RetryOptions.NONE);
    }

    /** Returns this job for the tasks that another filter finds. */
    public NewJob filter(TaskFilter other) {
        return new NewJob(action, query, other, reason, spread, options);
    }

    /** Returns whether an action can apply these options. */
    public static boolean canChange(BulkAction action, RetryOptions options) {
        return action == BulkAction.RETRY || options.isEmpty();
    }

    /** Returns whether this text can be stored as a reason. */
    public static boolean canBeReason(String text) {
        return text.length() <= MAX_REASON && !Storable.isUnstorable(text);
    }

    /** Returns whether an action can spread tasks over this time. */
    public static boolean canSpread(BulkAction action, Duration spread) {
        return action == BulkAction.RETRY && spread.compareTo(MIN_SPREAD) >= 0 && spread.compareTo(MAX_SPREAD) <= 0;
    }
}
