package io.github.rowmill.operate.page.queue;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Rate;
import io.github.rowmill.operate.page.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes the rules of a queue in words. */
final class RulesText {

    private final List<String> words = new ArrayList<>();

    private RulesText() {}

    /**
     * Returns the rules in words, without pauses; empty if there are none. Example:
     * {@code 12 in the cluster, 600 a minute}.
     */
    static String of(QueueRules rules) {
        RulesText text = new RulesText();
        text.number(rules.concurrency(), "in the cluster");
        text.number(rules.perKey(), "a key");
        text.rate(rules.rate(), "");
        text.rate(rules.keyRate(), " of a key");
        text.number(rules.depth(), "wait at most");
        text.flag(rules.ordered(), rules.blocks() ? "each key in order, a dead task blocks it" : "each key in order");
        text.flag(rules.fair(), "keys take turns");
        rules.keyWeights().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(one -> text.flag(true, one.getKey() + " takes " + one.getValue() + " in a turn"));
        text.flag(rules.lifo(), "newest first");
        text.flag(rules.ageing() != null, "older ones gain priority");
        text.flag(rules.weight() != 1, "weight " + rules.weight());
        return String.join(", ", text.words);
    }

    private void number(@Nullable Integer most, String what) {
        if (most != null) {
            words.add(Figures.number(most) + " " + what);
        }
    }

    private void rate(@Nullable Rate rate, String whose) {
        if (rate != null) {
            words.add("%s %s%s".formatted(Figures.number(rate.starts()), period(rate.period()), whose));
        }
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

    private void flag(boolean isSet, String what) {
        if (isSet) {
            words.add(what);
        }
    }
}
