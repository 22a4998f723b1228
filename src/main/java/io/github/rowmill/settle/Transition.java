package io.github.rowmill.settle;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.store.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import java.time.Duration;
import java.util.Optional;

/** What an outcome other than success makes of the task; a failure of the last attempt makes it dead. */
final class Transition {

    private Transition() {}

    /** The verdict to write; empty: none, as the task is another's or an admin's by now. */
    static Optional<Verdict> of(Claimed task, Outcome outcome) {
        Lease lease = task.lease();
        if (outcome instanceof Outcome.Retry retry) {
            return Optional.of(failed(task, retry.cause(), retry.delay()));
        }
        if (outcome instanceof Outcome.GaveUp gaveUp) {
            return Optional.of(Verdict.dead(lease, ErrorText.of(gaveUp.cause()), ErrorText.trace(gaveUp.cause())));
        }
        if (outcome instanceof Outcome.TimedOut timedOut) {
            return Optional.of(timedOut(task, timedOut));
        }
        if (outcome instanceof Outcome.Snooze snooze) {
            return Optional.of(Verdict.snooze(lease, snooze.delay()));
        }
        if (outcome instanceof Outcome.Released) {
            return Optional.of(Verdict.release(lease));
        }
        if (outcome instanceof Outcome.Cancelled || outcome instanceof Outcome.LeaseLost) {
            return Optional.empty();
        }
        throw new IllegalArgumentException("no verdict for " + outcome);
    }

    private static Verdict failed(Claimed task, Throwable cause, Duration delay) {
        String error = ErrorText.of(cause);
        String trace = ErrorText.trace(cause);
        return task.isLastAttempt()
                ? Verdict.dead(task.lease(), error, trace)
                : Verdict.retry(task.lease(), delay, error, trace);
    }

    private static Verdict timedOut(Claimed task, Outcome.TimedOut outcome) {
        String error = "timed out: the handler took longer than " + outcome.timeout();
        return task.isLastAttempt()
                ? Verdict.dead(task.lease(), error, null)
                : Verdict.retry(task.lease(), outcome.delay(), error, null);
    }
}
