package io.github.rowmill.operate.page.queue;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues.Blocked;
import io.github.rowmill.api.Rate;
import io.github.rowmill.feature.series.Throughput;
import io.github.rowmill.operate.page.Figures;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The details of a queue.
 *
 * @param types activity in the last five minutes, by type
 * @param source the origin of its rules
 * @param blocked keys that are blocked by dead tasks
 */
public record QueueDetail(String name, List<Type> types, Form form, String source, List<Blocked> blocked) {

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

    /** The content of the form's fields. */
    public record Form(
            String concurrency,
            String perKey,
            String rate,
            String ratePeriod,
            String keyRate,
            String keyRatePeriod,
            String depth,
            String ageing,
            int weight,
            String keyWeights,
            QueueRules rules) {

        static Form of(QueueRules rules) {
            return new Form(
                    text(rules.concurrency()),
                    text(rules.perKey()),
                    starts(rules.rate()),
                    period(rules.rate()),
                    starts(rules.keyRate()),
                    period(rules.keyRate()),
                    text(rules.depth()),
                    rules.ageing() == null ? "" : RulesForm.text(rules.ageing()),
                    rules.weight(),
                    RulesForm.text(rules.keyWeights()),
                    rules);
        }

        private static String text(@Nullable Integer number) {
            return Objects.toString(number, "");
        }

        private static String starts(@Nullable Rate rate) {
            return rate == null ? "" : String.valueOf(rate.starts());
        }

        private static String period(@Nullable Rate rate) {
            return rate == null ? "" : RulesForm.text(rate.period());
        }
    }
}
