package io.github.rowmill.operate.page.queue;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.feature.rule.RuleFact;
import io.github.rowmill.feature.rule.RuleFacts;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A field of the form of rules.
 *
 * @param value the content of the field, or the empty text
 * @param placeholder an example, or the default
 * @param max the largest number, or the empty text if there is none
 * @param isChecked whether a checkbox is checked
 * @param hasPeriod whether the next field is the period of this rate
 */
public record RuleField(
        RuleFact fact, String value, String placeholder, String max, boolean isChecked, boolean hasPeriod) {

    static List<RuleField> of(QueueRules rules) {
        return RuleFacts.FORM.stream().map(fact -> of(fact, rules)).toList();
    }

    private static RuleField of(RuleFact fact, QueueRules rules) {
        boolean isShown = fact.rate() == null || fact.rate().isSet(rules);
        return new RuleField(
                fact,
                isShown ? text(fact.get(rules)) : "",
                placeholder(fact),
                fact.isBounded() ? String.valueOf(fact.max()) : "",
                Boolean.TRUE.equals(fact.get(rules)),
                !RuleFacts.partsOf(fact).isEmpty());
    }

    private static String text(@Nullable Object value) {
        if (value instanceof Duration time) {
            return time.toString().substring(2).toLowerCase(Locale.ROOT);
        }
        if (value instanceof Map<?, ?> weights) {
            return weights.entrySet().stream().map(String::valueOf).collect(Collectors.joining("\n"));
        }
        return Objects.toString(value, "");
    }

    private static String placeholder(RuleFact fact) {
        return switch (fact.type()) {
            case NUMBER -> fact.absent() == null ? "no limit" : "";
            case TIME -> fact.absent() == null ? "none" : text(fact.absent());
            case WEIGHTS -> "customer-7=3";
            case FLAG, TYPES -> "";
        };
    }

    public String name() {
        return fact.name();
    }

    public String label() {
        return fact.texts().label();
    }

    public String help() {
        return fact.texts().help();
    }

    /** Returns whether the field is a checkbox. */
    public boolean isFlag() {
        return fact.type() == RuleFact.Type.FLAG;
    }

    public boolean isNumber() {
        return fact.type() == RuleFact.Type.NUMBER;
    }

    /** Returns whether the field has a line for each key. */
    public boolean hasLines() {
        return fact.type() == RuleFact.Type.WEIGHTS;
    }

    /** Returns whether the field is the period of the rate before it. */
    public boolean isPeriod() {
        return fact.rate() != null;
    }
}
