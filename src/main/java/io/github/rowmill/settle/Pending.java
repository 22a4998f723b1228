package io.github.rowmill.settle;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.store.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;

/** A verdict to write, and who hears whether it was written or refused by the fence. */
final class Pending {

    /** So often may the database refuse a verdict while it takes others; then the lease is left to expire. */
    private static final int MOST_REFUSALS = 3;

    /** Hears what became of an attempt. */
    interface Listener {

        /** {@code held}: the verdict is on record; if not, the fence refused it. */
        void settled(Attempted attempt, boolean held);
    }

    private final Attempted attempt;
    private final Listener settled;
    private int refusals;

    Pending(Attempted attempt, Listener settled) {
        this.attempt = attempt;
        this.settled = settled;
    }

    boolean isSuccess() {
        return attempt.ending().kind() == Ending.Kind.SUCCEEDED;
    }

    Claimed task() {
        return attempt.task();
    }

    Lease lease() {
        return attempt.task().lease();
    }

    /** The same attempt, which turned out to have succeeded. */
    Pending completed() {
        return new Pending(new Attempted(attempt.task(), Outcome.succeeded(), attempt.took()), settled);
    }

    Verdict verdict() {
        return Transition.of(attempt.task(), attempt.ending()).orElseThrow();
    }

    void settled(boolean held) {
        settled.settled(attempt, held);
    }

    /** Counts a refusal that others were spared; true: it was one too many. */
    boolean isRefusedForGood() {
        return ++refusals >= MOST_REFUSALS;
    }
}
