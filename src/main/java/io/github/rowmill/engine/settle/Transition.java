package io.github.rowmill.engine.settle;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.store.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.text.ErrorText;
import java.util.Optional;

/** What an ending other than success makes of the task; a failure of the last attempt makes it dead. */
final class Transition {

    private Transition() {}

    /** Whether an ending writes nothing, as the task is known to be another's or an admin's. */
    static boolean isVoid(Ending ending) {
        return ending.kind() == Ending.Kind.CANCELLED || ending.kind() == Ending.Kind.LEASE_LOST;
    }

    /** The verdict to write; empty: none, as the task is another's or an admin's by now. */
    static Optional<Verdict> of(Claimed task, Ending ending) {
        return Optional.ofNullable(
                switch (ending.kind()) {
                    case RETRY -> failed(task, (Outcome.Retry) ending);
                    case GAVE_UP -> gaveUp(task.lease(), ((Outcome.GaveUp) ending).cause());
                    case TIMED_OUT -> timedOut(task, (Ending.TimedOut) ending);
                    case SNOOZE -> Verdict.snooze(task.lease(), ((Outcome.Snooze) ending).delay());
                    case RELEASED -> Verdict.release(task.lease());
                    case CANCELLED, LEASE_LOST -> null;
                    case SUCCEEDED -> throw new IllegalArgumentException("a success is no verdict of this kind");
                });
    }

    private static Verdict failed(Claimed task, Outcome.Retry retry) {
        return task.isLastAttempt()
                ? gaveUp(task.lease(), retry.cause())
                : Verdict.retry(
                        task.lease(), retry.delay(), ErrorText.of(retry.cause()), ErrorText.trace(retry.cause()));
    }

    private static Verdict gaveUp(Lease lease, Throwable cause) {
        return Verdict.dead(lease, ErrorText.of(cause), ErrorText.trace(cause));
    }

    private static Verdict timedOut(Claimed task, Ending.TimedOut ending) {
        String error = "timed out: the handler took longer than " + ending.timeout();
        return task.isLastAttempt()
                ? Verdict.dead(task.lease(), error, null)
                : Verdict.retry(task.lease(), ending.delay(), error, null);
    }
}
