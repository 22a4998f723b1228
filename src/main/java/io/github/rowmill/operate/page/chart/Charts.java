package io.github.rowmill.operate.page.chart;

import io.github.rowmill.feature.beat.NodeStart;
import io.github.rowmill.feature.series.Histogram;
import io.github.rowmill.feature.series.HistoryPoint;
import io.github.rowmill.feature.series.HistoryRange;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Times;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The charts of the overview: tasks a minute, waits and runs.
 *
 * @param ranges the ranges that can be chosen, as links
 */
public record Charts(Chart through, Chart waits, Chart runs, List<Range> ranges) {

    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
    private static final double HALF = 0.5;
    private static final double MOST = 0.95;
    private static final int LABELS = 6;
    private static final MathContext DIGITS = new MathContext(3);

    /** A time range that the charts can show. */
    public record Range(String word, String text, boolean isChosen) {}

    /** Returns the charts of a range. */
    public static Charts of(HistoryRange range, List<HistoryPoint> points, List<NodeStart> starts, Times times) {
        Drawing drawing = new Drawing(range, points, Marks.of(starts, points, times), times);
        return new Charts(
                drawing.through(),
                drawing.times("wait", "Wait", "start within", "dead", HistoryPoint::waits),
                drawing.times("run", "Run", "end within", "retrying", HistoryPoint::runs),
                Arrays.stream(HistoryRange.values())
                        .map(each -> new Range(each.word(), text(each), each == range))
                        .toList());
    }

    private static String text(HistoryRange range) {
        return Figures.rough(range.length()).replace("1 d", "24 h");
    }

    private record Drawing(HistoryRange range, List<HistoryPoint> points, List<Chart.Mark> marks, Times times) {

        Chart through() {
            List<@Nullable Double> completed = perMinute(HistoryPoint::completed);
            List<@Nullable Double> enqueued = perMinute(HistoryPoint::enqueued);
            List<@Nullable Double> failed = perMinute(HistoryPoint::failed);
            Scale scale = Scale.linear(Math.max(most(completed), most(enqueued)), most(failed));
            return chart(
                    "through",
                    "Tasks a minute, ",
                    scale,
                    List.of(
                            Chart.Line.area(
                                    "completed",
                                    "completed",
                                    latest(completed),
                                    scale.line(completed),
                                    scale.ground(completed)),
                            Chart.Line.thin("enqueued", latest(enqueued), scale.line(enqueued)),
                            Chart.Line.bars("dead", "attempts failed", latest(failed), scale.bars(failed))),
                    List.of(completed, enqueued, failed),
                    marks);
        }

        Chart times(String id, String name, String verb, String colour, Function<HistoryPoint, Histogram> histogram) {
            List<@Nullable Double> most = seconds(histogram, MOST);
            List<@Nullable Double> half = seconds(histogram, HALF);
            Scale scale =
                    Scale.seconds(Stream.concat(most.stream(), half.stream()).toList());
            return chart(
                    id,
                    name + " in seconds, ",
                    scale,
                    List.of(
                            Chart.Line.line(colour, "95 % " + verb, latestTime(most), scale.line(most)),
                            Chart.Line.thin("half", latestTime(half), scale.line(half))),
                    List.of(most, half),
                    List.of());
        }

        private Chart chart(
                String id,
                String what,
                Scale scale,
                List<Chart.Line> lines,
                List<List<@Nullable Double>> columns,
                List<Chart.Mark> happened) {
            return new Chart(id, what + step(), scale, lines, rows(columns), labels(), happened);
        }

        private List<@Nullable Double> perMinute(ToLongFunction<HistoryPoint> figure) {
            double minutes = range.step().toMinutes();
            List<@Nullable Double> values = new ArrayList<>();
            points.forEach(point -> values.add(figure.applyAsLong(point) / minutes));
            return values;
        }

        private List<@Nullable Double> seconds(Function<HistoryPoint, Histogram> histogram, double share) {
            List<@Nullable Double> values = new ArrayList<>();
            for (HistoryPoint point : points) {
                Duration time = histogram.apply(point).quantile(share);
                values.add(time == null ? null : time.toNanos() / 1e9);
            }
            return values;
        }

        private static double most(List<@Nullable Double> values) {
            return values.stream()
                    .mapToDouble(value -> value == null ? 0 : value)
                    .max()
                    .orElse(0);
        }

        private static String latest(List<@Nullable Double> values) {
            Double last = values.isEmpty() ? null : values.get(values.size() - 1);
            return last == null ? "–" : Figures.number(Math.round(last));
        }

        private static String latestTime(List<@Nullable Double> values) {
            Double last = values.stream().reduce(null, (before, value) -> value == null ? before : value);
            return last == null ? "–" : Figures.duration(Duration.ofNanos((long) (last * 1e9)));
        }

        private String step() {
            return range.step().toMinutes() == 1 ? "by minute" : "by " + Figures.rough(range.step());
        }

        private List<Chart.Row> rows(List<List<@Nullable Double>> columns) {
            return IntStream.range(0, points.size())
                    .mapToObj(i -> new Chart.Row(
                            points.get(i).start().toString(),
                            word(points.get(i).start()),
                            columns.stream().map(column -> plain(column.get(i))).toList()))
                    .toList();
        }

        private static String plain(@Nullable Double value) {
            return value == null
                    ? ""
                    : BigDecimal.valueOf(value)
                            .round(DIGITS)
                            .stripTrailingZeros()
                            .toPlainString();
        }

        private List<Chart.Label> labels() {
            int every = Math.max(1, points.size() / LABELS);
            return IntStream.range(0, points.size())
                    .filter(i -> i % every == every / 2)
                    .mapToObj(i -> new Chart.Label(
                            String.format(Locale.ROOT, "%.1f", 100.0 * i / Math.max(1, points.size() - 1)),
                            word(points.get(i).start())))
                    .toList();
        }

        private String word(Instant moment) {
            ZonedDateTime at = moment.atZone(times.zone());
            return range == HistoryRange.WEEK ? DAY.format(at) : HOUR.format(at);
        }
    }
}
