package io.github.rowmill.task;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Moments of a row: its {@code infinity} is the last one that PostgreSQL knows, its {@code -infinity} the first. */
public final class Moments {

    /** The longest time of an option or a rule: far beyond any sensible use, and within what {@code timestamptz} and {@code interval} hold. */
    public static final Duration CENTURY = Duration.ofDays(36_500);

    /** The ends of {@code timestamptz}. */
    private static final Instant FIRST = Instant.parse("-4713-11-24T00:00:00Z");

    private static final Instant LAST = Instant.parse("+294276-12-31T23:59:59.999999Z");

    private Moments() {}

    /** The moment, or the end of time that is nearer to it. */
    public static Instant finite(Instant moment) {
        if (moment.isBefore(FIRST)) {
            return FIRST;
        }
        return moment.isAfter(LAST) ? LAST : moment;
    }

    /** An interval of a row, exact to a millisecond. */
    static @Nullable Duration durationOrNull(@Nullable Double seconds) {
        return seconds == null ? null : Duration.ofMillis(Math.round(seconds * 1000));
    }

    static @Nullable Instant finiteOrNull(@Nullable Instant moment) {
        return moment == null ? null : finite(moment);
    }
}
