package io.github.rowmill.operate.page.overview;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.operate.figures.OverviewFigures;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A queue of the overview.
 *
 * @param share executing tasks in percent of its limit; empty if it has no limit
 */
record QueueLine(String name, String path, String due, String lag, String running, String share, State state) {

    /** The state of a queue, worst first. */
    enum State {
        BEHIND("bad", "warn", "behind"),
        PAUSED("warn", "paused", "paused"),
        GOOD("good", "ok", "keeps up");

        private final String tone;
        private final String icon;
        private final String word;

        State(String tone, String icon, String word) {
            this.tone = tone;
            this.icon = icon;
            this.word = word;
        }

        /** Returns the CSS class of its colour. */
        public String tone() {
            return tone;
        }

        /** Returns the name of its icon in the sprite. */
        public String icon() {
            return icon;
        }

        public String word() {
            return word;
        }
    }

    /** Returns the queues, most urgent first. Queues that hold no tasks now but were busy recently come last. */
    static List<QueueLine> of(OverviewFigures.Standing figures, List<String> busiest, int most) {
        Map<String, QueueRules> rules = figures.rules().stream().collect(Collectors.toMap(Ruled::queue, Ruled::rules));
        Map<String, QueueCount> holding = figures.statistics().queues().stream()
                .collect(Collectors.toMap(QueueCount::queue, Function.identity()));
        Stream<QueueCount> empty =
                busiest.stream().filter(queue -> !holding.containsKey(queue)).map(QueueCount::empty);
        return Stream.concat(
                        holding.values().stream().sorted(worstFirst(rules)),
                        empty.filter(queue -> figures.statistics().allQueues()))
                .limit(most)
                .map(queue -> of(queue, rules(rules, queue)))
                .toList();
    }

    private static Comparator<QueueCount> worstFirst(Map<String, QueueRules> rules) {
        return Comparator.comparing((QueueCount queue) -> state(queue, rules(rules, queue)))
                .thenComparing(QueueCount::lag, Comparator.reverseOrder())
                .thenComparing(QueueCount::queue);
    }

    private static QueueRules rules(Map<String, QueueRules> rules, QueueCount queue) {
        return rules.getOrDefault(queue.queue(), QueueRules.NONE);
    }

    private static State state(QueueCount queue, QueueRules rules) {
        if (rules.paused()) {
            return State.PAUSED;
        }
        return queue.isBehind() ? State.BEHIND : State.GOOD;
    }

    private static QueueLine of(QueueCount queue, QueueRules rules) {
        Integer limit = rules.concurrency();
        String executing = Figures.count(queue.executing());
        return new QueueLine(
                queue.queue(),
                "queues?queue=" + Search.encoded(queue.queue()),
                Figures.count(queue.due()),
                queue.lag().isZero() ? "–" : Figures.duration(queue.lag()),
                limit == null ? executing : executing + " of " + Figures.number(limit),
                limit == null ? "" : Figures.share(queue.executing().number(), limit),
                state(queue, rules));
    }
}
