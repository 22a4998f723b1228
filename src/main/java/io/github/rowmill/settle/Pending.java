package io.github.rowmill.settle;

import io.github.rowmill.api.Outcome;
import io.github.rowmill.store.Verdict;
import io.github.rowmill.task.Lease;
import java.util.function.Consumer;

/** A verdict to write, and who hears whether it was written or refused by the fence. */
final class Pending {

    /** So often may the database refuse a verdict while it takes others; then the lease is left to expire. */
    private static final int MOST_REFUSALS = 3;

    private final Attempted attempt;
    private final Consumer<Boolean> settled;
    private int refusals;

    Pending(Attempted attempt, Consumer<Boolean> settled) {
        this.attempt = attempt;
        this.settled = settled;
    }

    boolean isSuccess() {
        return attempt.outcome() instanceof Outcome.Succeeded;
    }

    Lease lease() {
        return attempt.task().lease();
    }

    Verdict verdict() {
        return Transition.of(attempt.task(), attempt.outcome()).orElseThrow();
    }

    void settled(boolean held) {
        settled.accept(held);
    }

    /** Counts a refusal that others were spared; true: it was one too many. */
    boolean isRefusedForGood() {
        return ++refusals >= MOST_REFUSALS;
    }
}
