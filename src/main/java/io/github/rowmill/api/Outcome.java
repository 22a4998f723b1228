package io.github.rowmill.api;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Result that a handler may return for its attempt. If the handler is transactional, its writes are committed
 * together with the outcome. Other ends of an attempt can only be found by the engine: {@link Ending}.
 */
public sealed interface Outcome extends Ending {

    /**
     * The attempt succeeded: its handler returned.
     *
     * @param result the value to keep with the task; null if there is none
     */
    record Succeeded(@Nullable Object result) implements Outcome {

        /** Creates the outcome of an attempt without a result. */
        public Succeeded() {
            this(null);
        }

        /** Returns a text without the result, which may be confidential. */
        @Override
        public String toString() {
            return "Succeeded";
        }

        @Override
        public Kind kind() {
            return Kind.SUCCEEDED;
        }
    }

    /** The attempt failed. The next, if one is left, starts after {@code delay}. */
    record Retry(Throwable cause, Duration delay) implements Outcome {
        public Retry {
            Objects.requireNonNull(cause, "cause");
            Delays.check(delay);
        }

        @Override
        public Kind kind() {
            return Kind.RETRY;
        }
    }

    /** The task is queued again, to start after {@code delay}; the attempt does not count. */
    record Snooze(Duration delay) implements Outcome {
        public Snooze {
            Delays.check(delay);
        }

        @Override
        public Kind kind() {
            return Kind.SNOOZE;
        }
    }

    /** The attempt failed and no other is made: the task is dead. */
    record GaveUp(Throwable cause) implements Outcome {
        public GaveUp {
            Objects.requireNonNull(cause, "cause");
        }

        @Override
        public Kind kind() {
            return Kind.GAVE_UP;
        }
    }

    /** Returns the outcome of an attempt that succeeded. */
    static Outcome succeeded() {
        return new Succeeded();
    }

    /** Returns the outcome of an attempt that succeeded with a result, as if the handler had returned the result. */
    static Outcome succeeded(@Nullable Object result) {
        return new Succeeded(result);
    }

    /** Queues the task again, to start after {@code delay}; the attempt does not count. */
    static Outcome snooze(Duration delay) {
        return new Snooze(delay);
    }

    /** Fails the attempt; the next, if one is left, starts after {@code delay}. */
    static Outcome retry(Throwable cause, Duration delay) {
        return new Retry(cause, delay);
    }

    /** Fails the attempt; no other is made, and the task is dead. */
    static Outcome giveUp(Throwable cause) {
        return new GaveUp(cause);
    }
}
