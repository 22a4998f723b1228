package io.github.rowmill.operate.page.queue;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.feature.rule.RuleFact;
import io.github.rowmill.feature.rule.RuleFacts;
import io.github.rowmill.operate.page.Figures;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes the rules of a queue in words. */
final class RulesText {

    private RulesText() {}

    /**
     * Returns the rules in words, without pauses; empty if there are none. Example:
     * {@code 12 in the cluster, 600 a minute}.
     */
    static String of(QueueRules rules) {
        return RuleFacts.WORDS.stream()
                .filter(fact -> fact.isSet(rules))
                .flatMap(fact -> words(fact, rules))
                .collect(Collectors.joining(", "));
    }

    private static Stream<String> words(RuleFact fact, QueueRules rules) {
        String words = fact.texts().words();
        Object value = fact.get(rules);
        if (value instanceof Map<?, ?> weights) {
            return weights.entrySet().stream().map(weight -> words.formatted(weight.getKey(), weight.getValue()));
        }
        Object figure = value instanceof Integer number && fact.absent() == null ? Figures.number(number) : value;
        return Stream.of(words.formatted(figure, periodOf(fact, rules)));
    }

    private static String periodOf(RuleFact fact, QueueRules rules) {
        return RuleFacts.partsOf(fact).stream()
                .map(part -> part.get(rules))
                .filter(Duration.class::isInstance)
                .map(period -> period((Duration) period))
                .findFirst()
                .orElse("");
    }

    private static String period(Duration period) {
        if (period.equals(Duration.ofSeconds(1))) {
            return "a second";
        }
        if (period.equals(Duration.ofMinutes(1))) {
            return "a minute";
        }
        return period.equals(Duration.ofHours(1)) ? "an hour" : "in " + Figures.duration(period);
    }
}
