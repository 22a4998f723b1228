package io.github.rowmill.api;

import java.time.Duration;
import java.util.Objects;

/**
 * What a handler may say of its attempt, by returning it. Of a transactional one, the writes are committed together with
 * the outcome it returned. What else may end an attempt, only the engine can say: {@link Ending}.
 */
public sealed interface Outcome extends Ending {

    /** The handler returned. */
    record Succeeded() implements Outcome {

        @Override
        public Kind kind() {
            return Kind.SUCCEEDED;
        }
    }

    /** The attempt failed; the next, if one is left, is made after {@code delay}. */
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

    /** Not now: the task is queued again for after {@code delay}, and the attempt does not count. */
    record Snooze(Duration delay) implements Outcome {
        public Snooze {
            Delays.check(delay);
        }

        @Override
        public Kind kind() {
            return Kind.SNOOZE;
        }
    }

    /** The attempt failed, and no other is made: the task is dead. */
    record GaveUp(Throwable cause) implements Outcome {
        public GaveUp {
            Objects.requireNonNull(cause, "cause");
        }

        @Override
        public Kind kind() {
            return Kind.GAVE_UP;
        }
    }

    /** The attempt succeeded. */
    static Outcome succeeded() {
        return new Succeeded();
    }

    /** The task is queued again for after {@code delay}, and the attempt does not count. */
    static Outcome snooze(Duration delay) {
        return new Snooze(delay);
    }

    /** The attempt failed, and the next, if one is left, is made after {@code delay}. */
    static Outcome retry(Throwable cause, Duration delay) {
        return new Retry(cause, delay);
    }

    /** The attempt failed, and no other is made. */
    static Outcome giveUp(Throwable cause) {
        return new GaveUp(cause);
    }
}
