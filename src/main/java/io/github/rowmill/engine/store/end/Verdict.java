package io.github.rowmill.engine.store.end;

import io.github.rowmill.task.Lease;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.text.Ascii;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The result of an attempt, as the one write that ends it. {@link Completions} or {@link Verdicts} writes it. */
public sealed interface Verdict {

    /**
     * Returns the lease under which the verdict is written. A row that another owner holds now is left unchanged.
     */
    Lease lease();

    /** Returns the new status of the task. */
    TaskStatus status();

    /** Returns the time until the task is due, if it is queued, or null if {@code run_at} stays. */
    default @Nullable Duration delay() {
        return null;
    }

    /** Returns whether the attempt counts. If not, it is given back. */
    default boolean counts() {
        return true;
    }

    /**
     * Returns whether a handler began the attempt, as far as its node can see. If not, the task becomes as it was
     * before the claim.
     */
    default boolean began() {
        return true;
    }

    /**
     * Returns the error in a few lines, or null if the attempt did not fail. An attempt without an error leaves no
     * row.
     */
    default @Nullable String error() {
        return null;
    }

    /** Returns the stack trace of the error, or null if there is none. */
    default @Nullable String stackTrace() {
        return null;
    }

    /** Returns the signature that similar errors share, or null if there is none. */
    default @Nullable String signature() {
        return null;
    }

    /** Returns the signal that makes the task due earlier, or null if there is none. */
    default @Nullable String signal() {
        return null;
    }

    /**
     * Returns this verdict with a question mark for each character outside ASCII. Any encoding can store the
     * result.
     */
    default Verdict inAscii() {
        return this;
    }

    /**
     * The attempt succeeded.
     *
     * @param result the value that the handler returned, as it is stored; null if there is none
     * @param isKept whether the row stays even if completed tasks are not kept, because its end is waited for
     */
    record Completed(Lease lease, @Nullable String result, boolean isKept) implements Verdict {

        public Completed(Lease lease) {
            this(lease, null, false);
        }

        /** The kinds of success. Each needs a statement of its own. */
        public enum Kind {
            PLAIN,
            KEPT,
            WITH_RESULT
        }

        /** Returns the kind of this success. */
        public Kind kind() {
            if (result != null) {
                return Kind.WITH_RESULT;
            }
            return isKept ? Kind.KEPT : Kind.PLAIN;
        }

        /** Returns the text of the result, or an empty one. */
        public String resultOrEmpty() {
            return result == null ? "" : result;
        }

        @Override
        public TaskStatus status() {
            return TaskStatus.COMPLETED;
        }
    }

    /** The attempt failed, and the task is queued again, due after {@code delay}. */
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

    /** The attempt failed, and there is no further attempt. */
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

    /** The task is queued again, due after {@code delay}. The attempt does not count. */
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

    /**
     * The handler sleeps, or waits for a signal. The task is queued again, due after {@code delay}, or at once if a
     * signal was sent during the attempt. The attempt does not count.
     *
     * @param signal the signal that makes the task due earlier; null if there is none
     */
    record Suspended(Lease lease, Duration delay, @Nullable String signal) implements Verdict {

        @Override
        public TaskStatus status() {
            return TaskStatus.QUEUED;
        }

        @Override
        public boolean counts() {
            return false;
        }
    }

    /**
     * The task is given back by a handler that did not finish. The attempt does not count, but the task counts as
     * started.
     */
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

    /**
     * The task is given back as it was before the claim, because no handler has begun. If another task has taken
     * its unique key since, that task keeps the key.
     */
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
