package io.github.rowmill.engine.settle;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.engine.store.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import org.jspecify.annotations.Nullable;

/** A verdict to write, and who hears whether it was written or refused by the fence. */
final class Pending {

    /** So often may a verdict be refused for what it is, or while others are taken; then its lease is left to expire. */
    private static final int MOST_REFUSALS = 3;

    /** Hears what became of an attempt. */
    interface Listener {

        /** {@code held}: the verdict is on record; if not, the fence refused it. */
        void settled(Attempted attempt, boolean held);

        /** The database refuses the verdict for good. */
        void refused(Attempted attempt, Throwable why);
    }

    private final Attempted attempt;
    private final Listener settled;
    private int refusals;
    private boolean ascii;
    private @Nullable Throwable refusal;

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
        Verdict verdict = Transition.of(attempt.task(), attempt.ending()).orElseThrow();
        return ascii ? verdict.inAscii() : verdict;
    }

    void settled(boolean held) {
        settled.settled(attempt, held);
    }

    /** Remembers why it was refused. */
    void refusedBecause(Throwable why) {
        refusal = why;
    }

    /** Goes on with a text of ASCII characters only; false: it is no other than the one that was refused. */
    boolean isSimplerInAscii() {
        if (isSuccess() || ascii) {
            return false;
        }
        Verdict refused = verdict();
        ascii = true;
        return !verdict().equals(refused);
    }

    /** Counts a refusal that others were spared, and gives up when it was one too many. */
    boolean isGivenUp() {
        Throwable why = refusal;
        if (why == null || ++refusals < MOST_REFUSALS) {
            return false;
        }
        settled.refused(attempt, why);
        return true;
    }
}
