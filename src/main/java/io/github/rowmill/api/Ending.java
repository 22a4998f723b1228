package io.github.rowmill.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The end of one attempt: an {@link Outcome}, which the handler may return, or an ending that only the engine can
 * find. If a handler returns one of the engine's endings, it counts as an ordinary value.
 */
public sealed interface Ending
        permits Outcome, Ending.TimedOut, Ending.Cancelled, Ending.LeaseLost, Ending.Released, Ending.Suspended {

    /** The kinds of ending, for a {@code switch} that covers all of them. */
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
        RELEASED,
        /** {@link Ending.Suspended}. */
        SUSPENDED
    }

    /** Returns the kind of this ending: one constant for each record. */
    Kind kind();

    /**
     * The handler took longer than {@code timeout}. The next attempt, if one is left, starts after {@code delay}.
     */
    record TimedOut(Duration timeout, Duration delay) implements Ending {

        @Override
        public Kind kind() {
            return Kind.TIMED_OUT;
        }
    }

    /** A user or the application cancelled the task during the attempt, which may write nothing. */
    record Cancelled() implements Ending {

        @Override
        public Kind kind() {
            return Kind.CANCELLED;
        }
    }

    /** Another attempt holds the lease now; this attempt may write nothing. */
    record LeaseLost() implements Ending {

        @Override
        public Kind kind() {
            return Kind.LEASE_LOST;
        }
    }

    /** The node stops and gave the task back unfinished; the attempt does not count. */
    record Released() implements Ending {

        @Override
        public Kind kind() {
            return Kind.RELEASED;
        }
    }

    /**
     * The handler sleeps or waits for a signal, and gave its worker back. It is called again after {@code delay}, or as
     * soon as the signal is there. The attempt does not count.
     *
     * @param signal the name of the signal; null if the handler waits for none
     */
    record Suspended(Duration delay, @Nullable String signal) implements Ending {

        @Override
        public Kind kind() {
            return Kind.SUSPENDED;
        }
    }
}
