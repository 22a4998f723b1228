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
 * Where values stand on a drawing 1,000 wide.
 *
 * @param lo the value at its lower edge
 * @param hi the value at its upper edge
 * @param top of the drawing's field
 * @param bottom of the same
 * @param marks the values that have a line across
 */
public record Scale(double lo, double hi, boolean isLog, double top, double bottom, List<Double> marks) {

    private static final double WIDTH = 1_000;

    /** The share of its step that a bar is wide. */
    private static final double BAR = 0.62;

    /** The width of a point that has no neighbour. */
    private static final double DASH = 6;

    /** Seconds that people have a word for. */
    private static final List<Double> SECONDS =
            List.of(0.001, 0.01, 0.1, 1.0, 10.0, 60.0, 600.0, 3_600.0, 36_000.0, 360_000.0);

    private static final int MOST_MARKS = 4;

    /** A line across. */
    public record Mark(String y, String textY, String text, boolean isZero) {}

    /** Of counts: from less than nothing, if some grow downwards, to a round number above all. */
    static Scale linear(double most, double mostBelow) {
        double hi = round(Math.max(1, most));
        double lo = mostBelow > 0 ? -round(mostBelow) : 0;
        List<Double> marks = Stream.of(0.0, hi / 2, hi).filter(Scale::isWhole).toList();
        return new Scale(lo, hi, false, 20, 260, marks);
    }

    /** Of seconds: from the greatest that people have a word for below all values to the least above. */
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

    /** The next whole number of one digit, or 12, 15 or 25, with as many zeros as it takes. */
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

    /** A line through the values; a gap where there is none, and a dash for one between gaps. */
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

    /** The field between a line without gaps and zero. */
    String ground(List<@Nullable Double> values) {
        return values.isEmpty() ? "" : "%sL%sL%sz".formatted(line(values), point(WIDTH, y(0)), point(0, y(0)));
    }

    /** Bars that grow downwards from zero. */
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

    /** The lines across. */
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

    /** The marks, as the script takes them. */
    public String ticks() {
        return marks.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}
