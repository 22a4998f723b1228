package io.github.rowmill.feature.lend;

import io.github.rowmill.task.Lease;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The end of an attempt, as its remote worker reports it.
 *
 * @param cause the failure; null if the attempt did not fail
 * @param result the result as JSON; null if there is none
 * @param delay the time until the task is due again; null for the type's backoff, or if it is not due again
 */
public record LoanVerdict(
        Lease lease,
        End end,
        @Nullable Throwable cause,
        @Nullable String result,
        @Nullable Duration delay) {

    /** The ways in which an attempt can end. */
    public enum End {
        SUCCEEDED,
        FAILED,
        GAVE_UP,
        SNOOZED,
        RELEASED
    }
}
