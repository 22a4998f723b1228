package io.github.rowmill.operate.page.queue;

import io.github.rowmill.api.Queues.Blocked;
import io.github.rowmill.feature.series.Throughput;
import io.github.rowmill.operate.page.Figures;
import java.time.Duration;
import java.util.List;

/**
 * The details of a queue.
 *
 * @param types activity in the last five minutes, by type
 * @param form the fields of its rules
 * @param shown a digest of these rules
 * @param source the origin of its rules
 * @param blocked keys that are blocked by dead tasks
 */
public record QueueDetail(
        String name, List<Type> types, List<RuleField> form, String shown, String source, List<Blocked> blocked) {

    private static final double MOST = 0.95;

    /** The activity of a type in the last five minutes. */
    public record Type(String name, String enqueued, String completed, String failed, String run, boolean paused) {

        static Type of(Throughput pace, boolean paused) {
            Duration run = pace.runs().quantile(MOST);
            return new Type(
                    pace.type(),
                    Figures.number(pace.enqueued()),
                    Figures.number(pace.completed()),
                    Figures.number(pace.failed()),
                    run == null ? "–" : Figures.duration(run),
                    paused);
        }
    }
}
