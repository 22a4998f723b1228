package io.github.rowmill.task;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the moments in a row. PostgreSQL's {@code infinity} becomes its latest moment, {@code -infinity} its
 * earliest.
 */
public final class Moments {

    /**
     * Longest time of an option or a rule: far beyond any sensible use, and within the ranges of
     * {@code timestamptz} and {@code interval}.
     */
    public static final Duration CENTURY = Duration.ofDays(36_500);

    /** Ends of the range of {@code timestamptz}. */
    private static final Instant FIRST = Instant.parse("-4713-11-24T00:00:00Z");

    private static final Instant LAST = Instant.parse("+294276-12-31T23:59:59.999999Z");

    private Moments() {}

    /** Returns the moment, or the end of the range if the moment is outside. */
    public static Instant finite(Instant moment) {
        if (moment.isBefore(FIRST)) {
            return FIRST;
        }
        return moment.isAfter(LAST) ? LAST : moment;
    }

    /** Converts an interval of a row, exact to a millisecond. */
    static @Nullable Duration durationOrNull(@Nullable Double seconds) {
        return seconds == null ? null : Duration.ofMillis(Math.round(seconds * 1000));
    }

    static @Nullable Instant finiteOrNull(@Nullable Instant moment) {
        return moment == null ? null : finite(moment);
    }
}
