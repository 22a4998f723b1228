package io.github.rowmill.operate.page.chart;

import io.github.rowmill.operate.page.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Places values on a drawing that is 1,000 wide.
 *
 * @param lo the value at its lower edge
 * @param hi the value at its upper edge
 * @param top upper edge of the area for values
 * @param bottom lower edge of this area
 * @param marks the values that have a line across the drawing
 */
public record Scale(double lo, double hi, boolean isLog, double top, double bottom, List<Double> marks) {

    private static final double WIDTH = 1_000;

    /** Width of a bar, as a share of its step. */
    private static final double BAR = 0.62;

    /** The width of a point that has no neighbour. */
    private static final double DASH = 6;

    /** Times in seconds that are easy to read, from 1 ms to 100 h. */
    private static final List<Double> SECONDS =
            List.of(0.001, 0.01, 0.1, 1.0, 10.0, 60.0, 600.0, 3_600.0, 36_000.0, 360_000.0);

    private static final int MOST_MARKS = 4;

    /** A line across the drawing. */
    public record Mark(String y, String textY, String text, boolean isZero) {}

    /**
     * Returns a scale of counts, up to a round number above all values. It begins below zero
     * if values grow downwards.
     */
    static Scale linear(double most, double mostBelow) {
        double hi = round(Math.max(1, most));
        double lo = mostBelow > 0 ? -round(mostBelow) : 0;
        List<Double> marks = Stream.of(0.0, hi / 2, hi).filter(Scale::isWhole).toList();
        return new Scale(lo, hi, false, 20, 260, marks);
    }

    /**
     * Returns a logarithmic scale of seconds, between the nearest of {@code SECONDS} below and above all values.
     */
    static Scale seconds(List<@Nullable Double> values) {
        double least = numbers(values).min().orElse(SECONDS.get(1));
        double most = numbers(values).max().orElse(1);
        double lo = SECONDS.stream()
                .filter(mark -> mark <= least)
                .reduce((a, b) -> b)
                .orElse(SECONDS.get(0));
        double hi = SECONDS.stream()
                .filter(mark -> mark > Math.max(most, lo))
                .findFirst()
                .orElse(most);
        List<Double> within =
                SECONDS.stream().filter(mark -> mark >= lo && mark <= hi).toList();
        List<Double> marks = new ArrayList<>();
        int every = (within.size() + MOST_MARKS - 1) / MOST_MARKS;
        for (int i = 0; i < within.size(); i += every) {
            marks.add(within.get(i));
        }
        return new Scale(lo, hi, true, 6, 92, marks);
    }

    private static DoubleStream numbers(List<@Nullable Double> values) {
        return values.stream()
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .filter(value -> value > 0);
    }

    private static boolean isWhole(double count) {
        return count == Math.rint(count);
    }

    /** Rounds up to the next whole number that is 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten. */
    private static double round(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        return Stream.of(1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
                .map(step -> step * power)
                .filter(step -> step >= value && isWhole(step))
                .findFirst()
                .orElse(value);
    }

    private double y(double value) {
        double part = isLog ? Math.log(Math.max(lo, value) / lo) / Math.log(hi / lo) : (value - lo) / (hi - lo);
        return bottom - (bottom - top) * Math.min(1, part);
    }

    private static double x(int step, int steps) {
        return steps <= 1 ? 0 : WIDTH * step / (steps - 1);
    }

    /**
     * Returns the path of a line through the values. A missing value leaves a gap; a value
     * between gaps becomes a dash.
     */
    String line(List<@Nullable Double> values) {
        StringBuilder path = new StringBuilder();
        boolean isDown = false;
        for (int i = 0; i < values.size(); i++) {
            Double value = values.get(i);
            boolean goesOn = i + 1 < values.size() && values.get(i + 1) != null;
            if (value != null && !isDown && !goesOn) {
                path.append('M')
                        .append(point(x(i, values.size()) - DASH / 2, y(value)))
                        .append('h')
                        .append(DASH);
            } else if (value != null) {
                path.append(isDown ? 'L' : 'M').append(point(x(i, values.size()), y(value)));
            }
            isDown = value != null;
        }
        return path.toString();
    }

    /** Returns the path of the area between zero and a line without gaps. */
    String ground(List<@Nullable Double> values) {
        return values.isEmpty() ? "" : "%sL%sL%sz".formatted(line(values), point(WIDTH, y(0)), point(0, y(0)));
    }

    /** Returns the path of bars that grow downwards from zero. */
    String bars(List<@Nullable Double> values) {
        double width = WIDTH / Math.max(1, values.size() - 1) * BAR;
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            Double value = values.get(i);
            if (value != null && value > 0) {
                path.append(String.format(
                        Locale.ROOT,
                        "M%s V%.1fh%.1fV%.1fz",
                        point(x(i, values.size()) - width / 2, y(0)),
                        y(-value),
                        width,
                        y(0)));
            }
        }
        return path.toString();
    }

    private static String point(double x, double y) {
        return String.format(Locale.ROOT, "%.1f %.1f", x, y);
    }

    /** Returns the lines across the drawing. */
    public List<Mark> lines() {
        return marks.stream().map(this::mark).toList();
    }

    private Mark mark(double value) {
        String text = isLog ? word(value) : Figures.number(Math.round(value));
        return new Mark(text(y(value)), text(y(value) + 3.5), text, !isLog && value == 0);
    }

    private static String word(double seconds) {
        long millis = Math.round(seconds * 1000);
        return seconds < 1 ? millis + " ms" : Figures.rough(Duration.ofMillis(millis));
    }

    private static String text(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    /** Returns the marks as the script reads them. */
    public String ticks() {
        return marks.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}
