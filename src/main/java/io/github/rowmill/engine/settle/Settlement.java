package io.github.rowmill.engine.settle;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.store.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.text.ErrorText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that is over, and what it came to.
 *
 * @param ending how it ended; of the last attempt a retry is none: the task is given up
 * @param took how long the handler took
 * @param verdict the write that ends it; null: there is none, as the task is another's or an admin's by now
 */
public record Settlement(
        Claimed task,
        Ending ending,
        Duration took,
        @Nullable Verdict verdict) {

    /** What an ending makes of the task: the one place where that is decided. */
    public static Settlement of(Claimed task, Ending ending, Duration took) {
        Lease lease = task.lease();
        return switch (ending.kind()) {
            case SUCCEEDED -> new Settlement(task, ending, took, new Verdict.Completed(lease));
            case RETRY -> failed(task, (Outcome.Retry) ending, took);
            case GAVE_UP -> gaveUp(task, (Outcome.GaveUp) ending, took);
            case TIMED_OUT -> new Settlement(task, ending, took, timedOut(task, (Ending.TimedOut) ending));
            case SNOOZE ->
                new Settlement(task, ending, took, new Verdict.Snoozed(lease, ((Outcome.Snooze) ending).delay()));
            case RELEASED -> new Settlement(task, ending, took, new Verdict.Released(lease));
            case CANCELLED, LEASE_LOST -> new Settlement(task, ending, took, null);
        };
    }

    private static Settlement failed(Claimed task, Outcome.Retry retry, Duration took) {
        Throwable cause = retry.cause();
        return task.isLastAttempt()
                ? gaveUp(task, new Outcome.GaveUp(cause), took)
                : new Settlement(
                        task,
                        retry,
                        took,
                        new Verdict.Retried(task.lease(), retry.delay(), ErrorText.of(cause), ErrorText.trace(cause)));
    }

    private static Settlement gaveUp(Claimed task, Outcome.GaveUp gaveUp, Duration took) {
        Throwable cause = gaveUp.cause();
        return new Settlement(
                task, gaveUp, took, new Verdict.Dead(task.lease(), ErrorText.of(cause), ErrorText.trace(cause)));
    }

    private static Verdict timedOut(Claimed task, Ending.TimedOut ending) {
        String error = "timed out: the handler took longer than " + ending.timeout();
        return task.isLastAttempt()
                ? new Verdict.Dead(task.lease(), error, null)
                : new Verdict.Retried(task.lease(), ending.delay(), error, null);
    }

    /** The same attempt, which turned out to have succeeded. */
    Settlement completed() {
        return of(task, Outcome.succeeded(), took);
    }
}
