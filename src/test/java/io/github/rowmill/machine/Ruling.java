package io.github.rowmill.machine;

import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import java.time.Duration;

/**
 * A verdict other than success.
 *
 * @param lease the number of leases to count back from the last one that was handed out
 * @param delay in minutes, of a retry, a snooze, a sleep or a wait; all of one batch differ, so that their order is
 * known
 */
record Ruling(int lease, Kind kind, int delay) {

    /** The error of a failed attempt. */
    static final String ERROR = "failed";

    /** The signal for which a task waits after a verdict. */
    static final String SIGNAL = "paid";

    enum Kind {
        RETRY,
        DEAD,
        SNOOZE,
        RELEASE,
        /** No handler has begun. */
        UNBEGUN,
        /** The handler sleeps. */
        SLEEP,
        /** The handler waits for {@link #SIGNAL}, which has not come. */
        AWAIT;

        boolean isFailure() {
            return this == RETRY || this == DEAD;
        }

        boolean isDelayed() {
            return this == RETRY || this == SNOOZE;
        }

        boolean isSuspended() {
            return this == SLEEP || this == AWAIT;
        }
    }

    /** Returns the kind that is written. As in the engine, there is no retry after the last attempt. */
    Kind kindFor(boolean isLastAttempt) {
        return kind == Kind.RETRY && isLastAttempt ? Kind.DEAD : kind;
    }

    /** Returns the signal that the task waits for, or null if there is none. */
    String signal() {
        return kind == Kind.AWAIT ? SIGNAL : null;
    }

    Verdict verdict(Claimed task) {
        Lease of = task.lease();
        return switch (kindFor(task.isLastAttempt())) {
            case RETRY -> new Verdict.Retried(of, Duration.ofMinutes(delay), ERROR, "at a line");
            case DEAD -> new Verdict.Dead(of, ERROR, null);
            case SNOOZE -> new Verdict.Snoozed(of, Duration.ofMinutes(delay));
            case RELEASE -> new Verdict.Released(of);
            case UNBEGUN -> new Verdict.Unbegun(of);
            case SLEEP, AWAIT -> new Verdict.Suspended(of, Duration.ofMinutes(delay), signal());
        };
    }
}
