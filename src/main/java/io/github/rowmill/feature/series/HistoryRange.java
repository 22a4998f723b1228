package io.github.rowmill.feature.series;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** The time span of a history, and its resolution. */
public enum HistoryRange {
    QUARTER("15m", Duration.ofMinutes(15), 1),
    HOUR("1h", Duration.ofHours(1), 1),
    SIX_HOURS("6h", Duration.ofHours(6), 1),
    DAY("24h", Duration.ofHours(24), 10),
    WEEK("7d", Duration.ofDays(7), 60);

    private final String word;
    private final Duration length;
    private final int span;

    HistoryRange(String word, Duration length, int span) {
        this.word = word;
        this.length = length;
        this.span = span;
    }

    /** Returns the range with this word, such as {@code 1h}, or empty if there is none. */
    public static Optional<HistoryRange> of(String word) {
        return Arrays.stream(values()).filter(range -> range.word.equals(word)).findFirst();
    }

    /** Returns the word by which users request the range. */
    public String word() {
        return word;
    }

    /** Returns the length of the whole range. */
    public Duration length() {
        return length;
    }

    /** Returns the time that one point sums up: a minute, ten minutes, or an hour. */
    public Duration step() {
        return Duration.ofMinutes(span);
    }

    /** Returns the step in minutes, as in the rows. */
    int span() {
        return span;
    }
}
