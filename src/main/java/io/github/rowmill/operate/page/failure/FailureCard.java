package io.github.rowmill.operate.page.failure;

import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Times;
import java.time.Duration;
import java.time.Instant;

/**
 * Failures with one cause, as a page lists them.
 *
 * @param name simple name of the exception's class
 * @param since time of the first failure
 * @param ago how long ago the last failure was
 * @param isNew whether the first failure was less than a day ago
 */
public record FailureCard(
        String signature,
        String name,
        String exception,
        String frame,
        String message,
        String attempts,
        String types,
        String since,
        String ago,
        boolean isNew) {

    private static final Duration NEW = Duration.ofDays(1);

    static FailureCard of(Failure failure, Times times) {
        return new FailureCard(
                failure.signature(),
                failure.exception().substring(failure.exception().lastIndexOf('.') + 1),
                failure.exception(),
                failure.frame(),
                failure.message(),
                Figures.number(failure.attempts()),
                String.join(", ", failure.types()),
                times.at(failure.first()),
                times.ago(failure.last()),
                isNew(failure.first(), times));
    }

    /** Returns whether a failure that was first seen at this time is new, and so deserves a look. */
    public static boolean isNew(Instant first, Times times) {
        return times.since(first).compareTo(NEW) < 0;
    }
}
