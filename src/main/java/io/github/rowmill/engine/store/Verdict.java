package io.github.rowmill.engine.store;

import io.github.rowmill.task.Lease;
import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The write that ends an attempt which did not succeed.
 *
 * @param status what the task becomes: queued or dead
 * @param delay until it is due, if queued; null: {@code run_at} stays
 * @param counts whether the attempt counts; if not, it is given back
 * @param error in a few lines; null: the attempt did not fail, and leaves no row
 */
public record Verdict(
        Lease lease,
        TaskStatus status,
        @Nullable Duration delay,
        boolean counts,
        @Nullable String error,
        @Nullable String stackTrace) {

    private static final Pattern NOT_ASCII = Pattern.compile("[^\\n\\t -~]");

    public Verdict {
        if (status != TaskStatus.QUEUED && status != TaskStatus.DEAD) {
            throw new IllegalArgumentException("status must be queued or dead, was " + status.column());
        }
    }

    /** The same with every other character than ASCII's as a question mark: what any encoding can hold. */
    public Verdict inAscii() {
        return new Verdict(lease, status, delay, counts, inAscii(error), inAscii(stackTrace));
    }

    private static @Nullable String inAscii(@Nullable String text) {
        return text == null ? null : NOT_ASCII.matcher(text).replaceAll("?");
    }

    /** Queued again for after {@code delay}; the attempt failed. */
    public static Verdict retry(Lease lease, Duration delay, String error, @Nullable String stackTrace) {
        return new Verdict(lease, TaskStatus.QUEUED, delay, true, error, stackTrace);
    }

    /** No other attempt; this one failed. */
    public static Verdict dead(Lease lease, String error, @Nullable String stackTrace) {
        return new Verdict(lease, TaskStatus.DEAD, null, true, error, stackTrace);
    }

    /** Queued again for after {@code delay}; the attempt does not count. */
    public static Verdict snooze(Lease lease, Duration delay) {
        return new Verdict(lease, TaskStatus.QUEUED, delay, false, null, null);
    }

    /** Given back as it was; the attempt does not count. */
    public static Verdict release(Lease lease) {
        return new Verdict(lease, TaskStatus.QUEUED, null, false, null, null);
    }
}
