package io.github.rowmill.operate.page.queue;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.engine.read.Count;
import io.github.rowmill.engine.read.Statistics;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.feature.series.Throughput;
import io.github.rowmill.operate.page.Viewer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All queues, most urgent first.
 *
 * @param isAll whether there are no more queues than these
 * @param chosen the queue that is shown in detail; null if there is none
 */
public record QueueList(
        List<QueueRow> rows, boolean isAll, @Nullable QueueDetail chosen) {

    private static final Count NONE = new Count(0, Count.Precision.EXACT);

    /** The data of queues, by their names. */
    record Known(
            Statistics statistics,
            List<Ruled> ruled,
            Map<String, Throughput> paces,
            Map<String, List<Long>> completed) {

        /** Returns the queues that have tasks, rules or recent activity, and that the viewer may see. */
        List<QueueRow> rows(Viewer viewer) {
            Map<String, QueueCount> counts = new TreeMap<>();
            paces.keySet().forEach(name -> counts.put(name, none(name)));
            ruled.forEach(one -> counts.put(one.queue(), none(one.queue())));
            statistics.queues().forEach(count -> counts.put(count.queue(), count));
            return counts.values().stream()
                    .filter(count ->
                            viewer.sees(count.queue()) && !count.queue().isEmpty())
                    .map(this::row)
                    .sorted(Comparator.comparing((QueueRow row) -> -row.state().need())
                            .thenComparing(QueueRow::name))
                    .toList();
        }

        private QueueRow row(QueueCount count) {
            String name = count.queue();
            return QueueRow.of(
                    count,
                    rules(name),
                    paces.getOrDefault(name, Throughput.none(name)),
                    completed.getOrDefault(name, List.of()));
        }

        QueueRules rules(String queue) {
            return ruled.stream()
                    .filter(one -> one.queue().equals(queue))
                    .map(Ruled::rules)
                    .findFirst()
                    .orElse(QueueRules.NONE);
        }

        private static QueueCount none(String queue) {
            return new QueueCount(queue, NONE, NONE, NONE, Duration.ZERO);
        }
    }

    /** Returns how many queues are behind. */
    public long behind() {
        return rows.stream().filter(row -> row.state().tone().equals("bad")).count();
    }

    /** Returns the title for the browser's tab. A problem comes first. */
    public String title() {
        return switch ((int) behind()) {
            case 0 -> "Queues";
            case 1 -> rows.get(0).name() + " is behind · Queues";
            default -> "%s are behind · Queues".formatted(behind());
        };
    }

    public long paused() {
        return rows.stream().filter(QueueRow::paused).count();
    }
}
