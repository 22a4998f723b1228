package io.github.rowmill.engine.settle;

import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import org.jspecify.annotations.Nullable;

/** A verdict to write, and the listener that receives the result. */
final class PendingVerdict {

    /**
     * Refusals of a verdict for its content, or while others succeed, before it is given up. Then its lease
     * expires.
     */
    private static final int MAX_REFUSALS = 3;

    /** Receives the result of writing a verdict. */
    interface Listener {

        /**
         * Receives that the verdict is settled.
         *
         * @param held whether the verdict is recorded; if not, the fence refused it
         */
        void settled(Settlement settlement, boolean held);

        /** Receives that the database refuses the verdict for good. */
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

    /** The kinds of verdicts. Each needs a statement of its own. */
    enum Kind {
        PLAIN_SUCCESS,
        KEPT_SUCCESS,
        WITH_RESULT,
        NO_SUCCESS
    }

    Kind kind() {
        if (verdict instanceof Verdict.Completed success) {
            return switch (success.kind()) {
                case PLAIN -> Kind.PLAIN_SUCCESS;
                case KEPT -> Kind.KEPT_SUCCESS;
                case WITH_RESULT -> Kind.WITH_RESULT;
            };
        }
        return Kind.NO_SUCCESS;
    }

    /** Returns the length of the result that is to be stored, or 0 if there is none. */
    int resultSize() {
        return verdict instanceof Verdict.Completed success
                ? success.resultOrEmpty().length()
                : 0;
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

    Verdict.Completed success() {
        return (Verdict.Completed) verdict;
    }

    /** Returns the verdict of the same attempt, which turned out to have succeeded. */
    PendingVerdict completed() {
        return new PendingVerdict(settlement.completed(), verdict, listener);
    }

    void settled(boolean held) {
        listener.settled(settlement, held);
    }

    /** Stores the reason of the last refusal. */
    void refusedBecause(Throwable why) {
        refusal = why;
    }

    /** Replaces the texts of the verdict by ASCII text. Returns false if they were ASCII before. */
    boolean turnedToAscii() {
        Verdict refused = verdict;
        verdict = refused.inAscii();
        return !verdict.equals(refused);
    }

    /**
     * Counts a refusal that only this verdict met. Returns true if the limit is reached; then the listener was
     * notified and the verdict is given up.
     */
    boolean isRefusedForGood() {
        Throwable why = refusal;
        if (why == null || ++refusals < MAX_REFUSALS) {
            return false;
        }
        listener.refused(settlement, why);
        return true;
    }
}
