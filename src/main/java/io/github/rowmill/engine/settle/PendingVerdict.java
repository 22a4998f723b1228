package io.github.rowmill.engine.settle;

import io.github.rowmill.engine.store.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import org.jspecify.annotations.Nullable;

/** A verdict to write, and who hears whether it was written or refused by the fence. */
final class PendingVerdict {

    /** So often may a verdict be refused for what it is, or while others are taken; then its lease is left to expire. */
    private static final int MAX_REFUSALS = 3;

    /** Hears what became of an attempt. */
    interface Listener {

        /** {@code held}: the verdict is on record; if not, the fence refused it. */
        void settled(Settlement settlement, boolean held);

        /** The database refuses the verdict for good. */
        void refused(Settlement settlement, Throwable why);
    }

    private final Settlement settlement;
    private final Listener listener;
    private Verdict verdict;
    private int refusals;
    private @Nullable Throwable refusal;

    PendingVerdict(Settlement settlement, Verdict verdict, Listener listener) {
        this.settlement = settlement;
        this.verdict = verdict;
        this.listener = listener;
    }

    boolean isSuccess() {
        return verdict instanceof Verdict.Completed;
    }

    Claimed task() {
        return settlement.task();
    }

    Lease lease() {
        return verdict.lease();
    }

    Verdict verdict() {
        return verdict;
    }

    /** The same attempt, which turned out to have succeeded. */
    PendingVerdict completed() {
        return new PendingVerdict(settlement.completed(), verdict, listener);
    }

    void settled(boolean held) {
        listener.settled(settlement, held);
    }

    /** Remembers why it was refused. */
    void refusedBecause(Throwable why) {
        refusal = why;
    }

    /** Goes on with a text of ASCII characters only; false: it is no other than the one that was refused. */
    boolean turnedToAscii() {
        Verdict refused = verdict;
        verdict = refused.inAscii();
        return !verdict.equals(refused);
    }

    /** Counts a refusal that others were spared; true: it was one too many, and the listener has heard that the verdict is given up. */
    boolean isRefusedForGood() {
        Throwable why = refusal;
        if (why == null || ++refusals < MAX_REFUSALS) {
            return false;
        }
        listener.refused(settlement, why);
        return true;
    }
}
