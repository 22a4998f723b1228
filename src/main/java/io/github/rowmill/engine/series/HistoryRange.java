package io.github.rowmill.engine.series;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** How far back one looks, and how closely. */
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

    /** The range of this word, as {@code 1h}. */
    public static Optional<HistoryRange> of(String word) {
        return Arrays.stream(values()).filter(range -> range.word.equals(word)).findFirst();
    }

    /** As people ask for it. */
    public String word() {
        return word;
    }

    /** The whole of it. */
    public Duration length() {
        return length;
    }

    /** The length of what is summed up to one point: a minute, ten, or an hour. */
    public Duration step() {
        return Duration.ofMinutes(span);
    }

    /** The same as the rows have it. */
    int span() {
        return span;
    }
}
