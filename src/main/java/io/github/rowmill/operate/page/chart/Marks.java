package io.github.rowmill.operate.page.chart;

import io.github.rowmill.feature.beat.NodeStart;
import io.github.rowmill.feature.series.HistoryPoint;
import io.github.rowmill.operate.page.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Marks the starts of nodes on a chart. Starts that lie close together, as in a deployment, share a mark. */
final class Marks {

    /** Starts within this fraction of a chart, a twentieth, share a mark. */
    private static final int WITHIN = 20;

    private Marks() {}

    /** @param starts the earliest first */
    static List<Chart.Mark> of(List<NodeStart> starts, List<HistoryPoint> points, Times times) {
        List<Chart.Mark> marks = new ArrayList<>();
        if (points.size() < 2) {
            return marks;
        }
        Instant first = points.get(0).start();
        Duration length = Duration.between(first, points.get(points.size() - 1).start());
        List<NodeStart> left = starts.stream()
                .filter(start -> !start.at().isBefore(first) && !start.at().isAfter(first.plus(length)))
                .toList();
        while (!left.isEmpty()) {
            Instant end = left.get(0).at().plus(length.dividedBy(WITHIN));
            List<NodeStart> close =
                    left.stream().filter(start -> start.at().isBefore(end)).toList();
            marks.add(mark(close, first, length, times));
            left = left.subList(close.size(), left.size());
        }
        return marks;
    }

    private static Chart.Mark mark(List<NodeStart> starts, Instant first, Duration length, Times times) {
        Instant at = starts.get(0).at();
        String nodes = starts.size() == 1 ? "1 node starts" : "%s nodes start".formatted(starts.size());
        String version = starts.stream()
                .filter(NodeStart::isNew)
                .map(NodeStart::version)
                .findFirst()
                .orElse("");
        double share = (double) Duration.between(first, at).toMillis() / length.toMillis();
        return new Chart.Mark(
                at.toString(),
                String.format(Locale.ROOT, "%.1f", share * 100),
                version.isEmpty() ? nodes : version,
                times.brief(at) + " " + nodes + (version.isEmpty() ? "" : ", the first of version " + version));
    }
}
