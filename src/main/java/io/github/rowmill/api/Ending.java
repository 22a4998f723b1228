package io.github.rowmill.api;

import java.time.Duration;

/**
 * How one attempt ended: by an {@link Outcome}, which its handler may have chosen, or by what the engine found. A handler
 * that returns one of the engine's has returned a value like any other.
 */
public sealed interface Ending permits Outcome, Ending.TimedOut, Ending.Cancelled, Ending.LeaseLost, Ending.Released {

    /** The endings, for a {@code switch} that leaves none out. */
    enum Kind {
        /** {@link Outcome.Succeeded}. */
        SUCCEEDED,
        /** {@link Outcome.Retry}. */
        RETRY,
        /** {@link Outcome.Snooze}. */
        SNOOZE,
        /** {@link Outcome.GaveUp}. */
        GAVE_UP,
        /** {@link Ending.TimedOut}. */
        TIMED_OUT,
        /** {@link Ending.Cancelled}. */
        CANCELLED,
        /** {@link Ending.LeaseLost}. */
        LEASE_LOST,
        /** {@link Ending.Released}. */
        RELEASED
    }

    /** Which of the endings this is: one constant for each record. */
    Kind kind();

    /** The handler took longer than {@code timeout}; the next attempt, if one is left, is made after {@code delay}. */
    record TimedOut(Duration timeout, Duration delay) implements Ending {

        @Override
        public Kind kind() {
            return Kind.TIMED_OUT;
        }
    }

    /** An admin cancelled the task meanwhile; this attempt may write nothing. */
    record Cancelled() implements Ending {

        @Override
        public Kind kind() {
            return Kind.CANCELLED;
        }
    }

    /** The lease is another's by now; this attempt may write nothing. */
    record LeaseLost() implements Ending {

        @Override
        public Kind kind() {
            return Kind.LEASE_LOST;
        }
    }

    /** Given back unfinished, as the node stops; the attempt does not count. */
    record Released() implements Ending {

        @Override
        public Kind kind() {
            return Kind.RELEASED;
        }
    }
}
