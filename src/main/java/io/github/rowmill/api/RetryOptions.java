package io.github.rowmill.api;

import org.jspecify.annotations.Nullable;

/**
 * Changes that a retry makes to a task. Immutable.
 *
 * <p>Example: {@code RetryOptions.NONE.patch("{\"account\": \"a-2093\", \"old\": null}").attempts(3)}.
 *
 * @param patch a JSON merge patch (RFC 7396) of the payload; null leaves the payload as it is
 * @param attempts the number of attempts the task has from now on, 1 to {@link #MAX_ATTEMPTS}; null for the
 *     attempts that are left, or one
 */
public record RetryOptions(@Nullable String patch, @Nullable Integer attempts) {

    public static final int MAX_ATTEMPTS = 1_000_000_000;

    /** Options of a retry that changes nothing. */
    public static final RetryOptions NONE = new RetryOptions(null, null);

    public RetryOptions {
        if (attempts != null && !canBeAttempts(attempts)) {
            throw new IllegalArgumentException("attempts must be 1 to %s, was %s".formatted(MAX_ATTEMPTS, attempts));
        }
    }

    /** Returns these options with a JSON merge patch of the payload. */
    public RetryOptions patch(String json) {
        return new RetryOptions(json, attempts);
    }

    /** Returns these options with a number of attempts. */
    public RetryOptions attempts(int number) {
        return new RetryOptions(patch, number);
    }

    /** Returns whether {@code number} is in the range of {@code attempts}. */
    public static boolean canBeAttempts(int number) {
        return number >= 1 && number <= MAX_ATTEMPTS;
    }

    /** Returns whether the retry changes nothing. */
    public boolean isEmpty() {
        return patch == null && attempts == null;
    }
}
