package io.github.rowmill.operate.page.queue;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.feature.series.Throughput;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.chart.Spark;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A queue in the list of all.
 *
 * @param state the state of the queue
 * @param lagTone {@code bad} or empty
 * @param running the number of executing tasks, and the limit if there is one
 * @param full used share of the limit, in percent; null if there is no limit
 * @param pace tasks a minute that were enqueued and completed
 * @param spark completed tasks in each minute of the last hour; null if there were none
 */
public record QueueRow(
        String name,
        State state,
        String due,
        String scheduled,
        String lag,
        String lagTone,
        String waits,
        String running,
        @Nullable String full,
        String pace,
        @Nullable Spark spark,
        String rules,
        String pausedTypes,
        boolean paused) {

    private static final double MOST = 0.95;

    /**
     * The state of a queue.
     *
     * @param need urgency; a higher number is more urgent
     * @param tone {@code bad}, {@code warn} or {@code good}
     */
    public record State(int need, String tone, String icon, String text) {}

    static QueueRow of(QueueCount count, QueueRules rules, Throughput pace, List<Long> completed) {
        boolean isLate = !rules.paused() && count.isBehind();
        Integer most = rules.concurrency();
        return new QueueRow(
                count.queue(),
                state(count, rules, pace, isLate),
                Figures.count(count.due()),
                count.scheduled().number() == 0 ? "" : Figures.count(count.scheduled()) + " scheduled",
                count.lag().isZero() ? "–" : Figures.duration(count.lag()),
                isLate ? "bad" : "",
                waits(pace),
                Figures.count(count.executing()) + (most == null ? "" : " of " + Figures.number(most)),
                most == null ? null : Figures.share(count.executing().number(), most),
                pace.enqueued() + pace.completed() == 0
                        ? "–"
                        : "%s in, %s out".formatted(rate(pace.in()), rate(pace.out())),
                completed.isEmpty() ? null : Spark.of(completed),
                RulesText.of(rules),
                String.join(", ", new TreeSet<>(rules.pausedTypes())),
                rules.paused());
    }

    /** Returns the path of its details, below {@code /rowmill/}. */
    public String path() {
        return "queues?queue=" + Search.encoded(name);
    }

    private static State state(QueueCount count, QueueRules rules, Throughput pace, boolean isLate) {
        boolean hasWork = count.due().number() > 0;
        if (rules.paused()) {
            return hasWork ? new State(2, "warn", "paused", "paused") : new State(1, "", "paused", "paused");
        }
        if (isLate) {
            Duration rest = pace.until(count.due().number());
            return new State(3, "bad", "warn", rest.isZero() ? "behind" : "behind, done in " + Figures.rough(rest));
        }
        return new State(0, "good", "ok", hasWork || count.executing().number() > 0 ? "keeps up" : "idle");
    }

    private static String waits(Throughput pace) {
        Duration most = pace.waits().quantile(MOST);
        return most == null ? "" : "95 % waited " + Figures.duration(most);
    }

    private static String rate(double perMinute) {
        return perMinute == 0 || perMinute >= 10
                ? Figures.number(Math.round(perMinute))
                : String.format(Locale.ROOT, "%.1f", perMinute);
    }
}
