package io.github.rowmill.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/** Medians, and numbers as text. */
public final class Figures {

    private static final double LARGE = 100;
    private static final double SMALL = 0.1;
    private static final MathContext FOUR_DIGITS = new MathContext(4);

    private Figures() {}

    /** Writes a number with about three digits. */
    public static String text(double value) {
        if (value >= LARGE) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, value < SMALL && value > 0 ? "%.4f" : "%.2f", value);
    }

    public static double median(List<Double> values) {
        return quantile(values, 0.5);
    }

    /** Returns the smallest value that {@code share} of all values do not exceed. */
    public static double quantile(List<Double> values, double share) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(Math.min(sorted.size() - 1, (int) (sorted.size() * share)));
    }

    static double rounded(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(FOUR_DIGITS).doubleValue() : value;
    }
}
