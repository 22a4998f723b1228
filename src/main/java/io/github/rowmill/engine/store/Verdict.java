package io.github.rowmill.engine.store;

import io.github.rowmill.task.Lease;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.text.Ascii;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What an attempt came to, as the one write that ends it: by a statement of {@link Completions} or {@link Verdicts}. */
public sealed interface Verdict {

    /** The lease it is written under; a row that another holds by now is left as it is. */
    Lease lease();

    /** What the task becomes. */
    TaskStatus status();

    /** Until it is due, if queued; null: {@code run_at} stays. */
    default @Nullable Duration delay() {
        return null;
    }

    /** Whether the attempt counts; if not, it is given back. */
    default boolean counts() {
        return true;
    }

    /** Whether a handler began it, as far as its node knows; if not, the task is as if it had not been claimed. */
    default boolean began() {
        return true;
    }

    /** In a few lines; null: the attempt did not fail, and leaves no row. */
    default @Nullable String error() {
        return null;
    }

    /** Of the error; null: there is none. */
    default @Nullable String stackTrace() {
        return null;
    }

    /** What the error has in common with others; null: there is none. */
    default @Nullable String signature() {
        return null;
    }

    /** The same with every other character than ASCII's as a question mark: what any encoding can hold. */
    default Verdict inAscii() {
        return this;
    }

    /** The attempt succeeded. */
    record Completed(Lease lease) implements Verdict {

        @Override
        public TaskStatus status() {
            return TaskStatus.COMPLETED;
        }
    }

    /** The attempt failed, and the task is queued again for after {@code delay}. */
    record Retried(
            Lease lease,
            Duration delay,
            String error,
            @Nullable String stackTrace,
            @Nullable String signature) implements Verdict {

        public Retried(Lease lease, Duration delay, String error, @Nullable String stackTrace) {
            this(lease, delay, error, stackTrace, null);
        }

        @Override
        public TaskStatus status() {
            return TaskStatus.QUEUED;
        }

        @Override
        public Verdict inAscii() {
            return new Retried(
                    lease, delay, Ascii.of(error), stackTrace == null ? null : Ascii.of(stackTrace), signature);
        }
    }

    /** The attempt failed, and no other is made. */
    record Dead(
            Lease lease,
            String error,
            @Nullable String stackTrace,
            @Nullable String signature) implements Verdict {

        public Dead(Lease lease, String error, @Nullable String stackTrace) {
            this(lease, error, stackTrace, null);
        }

        @Override
        public TaskStatus status() {
            return TaskStatus.DEAD;
        }

        @Override
        public Verdict inAscii() {
            return new Dead(lease, Ascii.of(error), stackTrace == null ? null : Ascii.of(stackTrace), signature);
        }
    }

    /** Queued again for after {@code delay}; the attempt does not count. */
    record Snoozed(Lease lease, Duration delay) implements Verdict {

        @Override
        public TaskStatus status() {
            return TaskStatus.QUEUED;
        }

        @Override
        public boolean counts() {
            return false;
        }
    }

    /** Given back by a handler that did not finish; the attempt does not count, and the task has started. */
    record Released(Lease lease) implements Verdict {

        @Override
        public TaskStatus status() {
            return TaskStatus.QUEUED;
        }

        @Override
        public boolean counts() {
            return false;
        }
    }

    /** Given back as it was before the claim, as no handler has begun; a key that another has taken since is that one's. */
    record Unbegun(Lease lease) implements Verdict {

        @Override
        public TaskStatus status() {
            return TaskStatus.QUEUED;
        }

        @Override
        public boolean counts() {
            return false;
        }

        @Override
        public boolean began() {
            return false;
        }
    }
}
