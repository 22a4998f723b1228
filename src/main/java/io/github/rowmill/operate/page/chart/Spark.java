package io.github.rowmill.operate.page.chart;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A small bar chart in a box of 100 by 20.
 *
 * @param path its SVG path
 * @param says its content in words
 */
public record Spark(String path, String says) {

    private static final double WIDTH = 100;
    private static final double HEIGHT = 19;
    private static final double BASE = 20;
    private static final double FILLED = 0.7;

    /** Draws counts as bars of one minute each. The highest bar is as high as the box. */
    public static Spark of(List<Long> counts) {
        return of(counts, "a minute");
    }

    /** @param each length of a step, for example {@code an hour} */
    public static Spark of(List<Long> counts, String each) {
        long most = counts.stream().mapToLong(Long::longValue).max().orElse(0);
        double step = WIDTH / Math.max(1, counts.size());
        String path = IntStream.range(0, counts.size())
                .filter(i -> counts.get(i) > 0)
                .mapToObj(i -> bar(i * step, step * FILLED, HEIGHT * counts.get(i) / most))
                .collect(Collectors.joining());
        return new Spark(path, String.format(Locale.ROOT, "at most %,d %s", most, each));
    }

    private static String bar(double x, double width, double height) {
        return String.format(Locale.ROOT, "M%.1f %.0fv-%.1fh%.1fV%.0fz", x, BASE, Math.max(1, height), width, BASE);
    }
}
