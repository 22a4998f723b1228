package io.github.rowmill.api;

import java.time.Duration;

/**
 * How one attempt ended. A handler may return {@link Succeeded}, {@link Retry}, {@link Snooze} or {@link GaveUp}; of a
 * transactional one, the writes are committed together with the outcome it returned.
 */
public sealed interface Outcome {

    /** The handler returned. */
    record Succeeded() implements Outcome {}

    /** The attempt failed; the next, if one is left, is made after {@code delay}. */
    record Retry(Throwable cause, Duration delay) implements Outcome {
        public Retry {
            Delays.check(delay);
        }
    }

    /** Not now: the task is queued again for after {@code delay}, and the attempt does not count. */
    record Snooze(Duration delay) implements Outcome {
        public Snooze {
            Delays.check(delay);
        }
    }

    /** The attempt failed, and no other is made: the task is dead. */
    record GaveUp(Throwable cause) implements Outcome {}

    /** The handler took longer than {@code timeout}; the next attempt, if one is left, is made after {@code delay}. */
    record TimedOut(Duration timeout, Duration delay) implements Outcome {}

    /** An admin cancelled the task meanwhile; this attempt may write nothing. */
    record Cancelled() implements Outcome {}

    /** The lease is another's by now; this attempt may write nothing. */
    record LeaseLost() implements Outcome {}

    /** Given back unfinished, as the node stops; the attempt does not count. */
    record Released() implements Outcome {}

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
