package io.github.rowmill.engine.settle;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.text.ErrorText;
import io.github.rowmill.text.FailureSignature;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of an attempt that has ended.
 *
 * @param ending how the attempt ended; on the last attempt a retry becomes a give-up
 * @param took how long the handler took
 * @param verdict the write that ends the attempt; null if there is nothing to write, because the task was
 *     cancelled or the lease was lost
 */
public record Settlement(
        Claimed task,
        Ending ending,
        Duration took,
        @Nullable Verdict verdict) {

    /** Decides the result of an attempt that leaves no result. */
    public static Settlement of(Claimed task, Ending ending, Duration took) {
        return of(task, ending, took, null);
    }

    /**
     * Decides the result of an attempt. All attempts are decided here.
     *
     * @param result the value that the handler returned, as it is stored; null if there is none. Only a success
     *     stores it
     */
    public static Settlement of(Claimed task, Ending ending, Duration took, @Nullable String result) {
        Ending last = task.isLastAttempt() && ending.kind() == Ending.Kind.RETRY
                ? Outcome.giveUp(((Outcome.Retry) ending).cause())
                : ending;
        return new Settlement(task, last, took, verdict(task, last, result));
    }

    /** Returns the settlement of a claim that is given back before a handler has begun. */
    public static Settlement unbegun(Claimed task) {
        return new Settlement(task, new Ending.Released(), Duration.ZERO, new Verdict.Unbegun(task.lease()));
    }

    private static @Nullable Verdict verdict(Claimed task, Ending ending, @Nullable String result) {
        Lease lease = task.lease();
        return switch (ending.kind()) {
            case SUCCEEDED -> completed(task, result);
            case RETRY -> retried(lease, (Outcome.Retry) ending);
            case GAVE_UP -> dead(lease, ((Outcome.GaveUp) ending).cause());
            case TIMED_OUT -> timedOut(task, (Ending.TimedOut) ending);
            case SNOOZE -> new Verdict.Snoozed(lease, ((Outcome.Snooze) ending).delay());
            case RELEASED -> new Verdict.Released(lease);
            case SUSPENDED -> suspended(lease, (Ending.Suspended) ending);
            case CANCELLED, LEASE_LOST -> null;
        };
    }

    private static Verdict completed(Claimed task, @Nullable String result) {
        return new Verdict.Completed(task.lease(), result, task.watched() || task.flow() != null);
    }

    private static Verdict suspended(Lease lease, Ending.Suspended ending) {
        return new Verdict.Suspended(lease, ending.delay(), ending.signal());
    }

    private static Verdict retried(Lease lease, Outcome.Retry retry) {
        Throwable cause = retry.cause();
        return new Verdict.Retried(lease, retry.delay(), ErrorText.of(cause), ErrorText.trace(cause), signature(cause));
    }

    private static Verdict dead(Lease lease, Throwable cause) {
        return new Verdict.Dead(lease, ErrorText.of(cause), ErrorText.trace(cause), signature(cause));
    }

    private static String signature(Throwable cause) {
        return FailureSignature.of(cause).id();
    }

    private static Verdict timedOut(Claimed task, Ending.TimedOut ending) {
        String error = "timed out: the handler took longer than " + ending.timeout();
        String signature = FailureSignature.TIMED_OUT.id();
        return task.isLastAttempt()
                ? new Verdict.Dead(task.lease(), error, null, signature)
                : new Verdict.Retried(task.lease(), ending.delay(), error, null, signature);
    }

    /** Returns the settlement of the same attempt, which turned out to have succeeded. */
    Settlement completed() {
        return of(task, Outcome.succeeded(), took);
    }
}
