package io.github.rowmill.operate.page;

import io.github.rowmill.engine.read.Count;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;

/** Formats numbers and durations for all pages. */
public final class Figures {

    private static final double MILLIS = 1e3;
    private static final double PERCENT = 100;
    private static final long TENTH_OF_A_SECOND = 100;

    private Figures() {}

    /** Formats a number. Example: {@code 1,204}. */
    public static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Formats a count, with a sign for its precision. Examples: {@code 10,000+}, {@code ≈ 18,000}. */
    public static String count(Count count) {
        return switch (count.precision()) {
            case EXACT -> number(count.number());
            case AT_LEAST -> number(count.number()) + "+";
            case ESTIMATED -> "≈\u202F" + number(rounded(count.number()));
        };
    }

    /** Rounds an estimate to two digits, as more digits would suggest precision. */
    private static long rounded(long estimate) {
        return BigDecimal.valueOf(estimate).round(new MathContext(2)).longValue();
    }

    /** Formats a part of a whole as a width in percent. Example: {@code 62.5}. */
    public static String share(long part, long whole) {
        return BigDecimal.valueOf(whole == 0 ? 0 : PERCENT * Math.min(part, whole) / whole)
                .setScale(1, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Formats a duration by its two largest units. Examples: 14 ms, 10.0 s, 12 min 8 s, 6 d 4 h. */
    public static String duration(Duration length) {
        if (length.toMillis() < TENTH_OF_A_SECOND) {
            return Math.max(0, length.toMillis()) + " ms";
        }
        if (length.toMinutes() == 0) {
            return String.format(Locale.ROOT, "%.1f s", length.toMillis() / MILLIS);
        }
        if (length.toHours() == 0) {
            return joined(length.toMinutes(), "min", length.toSecondsPart(), "s");
        }
        return length.toDays() == 0
                ? joined(length.toHours(), "h", length.toMinutesPart(), "min")
                : joined(length.toDays(), "d", length.toHoursPart(), "h");
    }

    private static String joined(long large, String unit, int small, String lesser) {
        return small == 0 ? "%s %s".formatted(large, unit) : "%s %s %s %s".formatted(large, unit, small, lesser);
    }

    /** Formats a duration by its largest unit alone. Examples: 0 s, 41 s, 11 min, 6 d. */
    public static String rough(Duration length) {
        if (length.toMinutes() <= 0) {
            return Math.max(0, length.toSeconds()) + " s";
        }
        if (length.toHours() == 0) {
            return length.toMinutes() + " min";
        }
        return length.toDays() == 0 ? length.toHours() + " h" : length.toDays() + " d";
    }
}
