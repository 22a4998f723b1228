package io.github.rowmill.feature.rule;

import io.github.rowmill.api.InvalidRuleException;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Storable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks rules against their ranges, and against each other. The messages contain the rule, the value
 * and the remedy.
 */
final class RuleChecks {

    private static final int MAX_NAME = 200;
    private static final int MAX_WEIGHTED_KEYS = 1000;
    private static final int MAX_PAUSED_TYPES = 200;
    private static final Duration MIN = Duration.ofMillis(1);

    private final List<Violation> violations = new ArrayList<>();

    private RuleChecks() {}

    /**
     * Checks the name of a queue.
     *
     * @throws InvalidRuleException the name is not valid for a queue
     */
    static void checkQueue(String queue) {
        RuleChecks checks = new RuleChecks();
        checks.queue(queue);
        refuse(checks.violations);
    }

    /**
     * Checks the name of a type.
     *
     * @throws InvalidRuleException the name is not valid for a type
     */
    static void checkType(String type) {
        RuleChecks checks = new RuleChecks();
        checks.text("type", type);
        refuse(checks.violations);
    }

    /**
     * Checks rules.
     *
     * @throws InvalidRuleException the rules are invalid; it lists all violations
     */
    static void check(QueueRules rules) {
        refuse(of(rules));
    }

    /** @throws InvalidRuleException more types are paused than may; fewer than before always may be */
    static void checkPauses(Set<String> before, Set<String> types) {
        if (types.size() > MAX_PAUSED_TYPES && types.size() > before.size()) {
            String message = "must name at most %s types, were %s".formatted(MAX_PAUSED_TYPES, types.size());
            refuse(List.of(new Violation("pausedTypes", message)));
        }
    }

    private static void refuse(List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw new InvalidRuleException(violations);
        }
    }

    /** Returns all violations, including those of the queue's name. */
    static List<Violation> of(String queue, QueueRules rules) {
        RuleChecks checks = new RuleChecks();
        checks.queue(queue);
        checks.violations.addAll(of(rules));
        return checks.violations;
    }

    private static List<Violation> of(QueueRules rules) {
        RuleChecks checks = new RuleChecks();
        RuleFacts.ALL.forEach(fact -> checks.value(fact, fact.get(rules)));
        checks.contradictions(rules);
        return checks.violations;
    }

    private void value(RuleFact fact, @Nullable Object value) {
        if (value instanceof Integer number) {
            range(fact, number);
        } else if (value instanceof Duration time) {
            duration(fact, time);
        } else if (value instanceof Set<?> types) {
            types.forEach(type -> text(fact.name(), (String) type));
        } else if (value instanceof Map<?, ?> weights) {
            weights(fact, weights);
        }
    }

    private void weights(RuleFact fact, Map<?, ?> weights) {
        if (weights.size() > MAX_WEIGHTED_KEYS) {
            refuse(fact.name(), "must name at most %s keys, were %s".formatted(MAX_WEIGHTED_KEYS, weights.size()));
        }
        weights.forEach((key, weight) -> {
            text(fact.name(), (String) key);
            range(fact, (Integer) weight);
        });
    }

    private void contradictions(QueueRules rules) {
        Integer perKey = rules.perKey();
        if (rules.ordered() && perKey != null && perKey > 1) {
            refuse("perKey", "must be 1 or left out where ordered is set, was %s".formatted(perKey));
        }
        if (rules.ordered() && rules.lifo()) {
            refuse("lifo", "cannot be set together with ordered; leave one of them out");
        }
        if (rules.blocks() && !rules.ordered()) {
            refuse("blocks", "is for ordered tasks only; set ordered too, or leave it out");
        }
    }

    private void queue(String name) {
        refuseIf("queue", Storable.nameRefusal(name, MAX_NAME));
    }

    private void text(String field, String name) {
        refuseIf(field, Storable.refusal(name, MAX_NAME));
    }

    private void refuseIf(String field, @Nullable String refusal) {
        if (refusal != null) {
            refuse(field, refusal);
        }
    }

    private void range(RuleFact fact, int value) {
        if (value < 1 || value > fact.max()) {
            String range = fact.isBounded() ? "1 to " + fact.max() : "at least 1";
            refuse(fact.name(), "must be %s, was %s".formatted(range, value));
        }
    }

    private void duration(RuleFact fact, Duration value) {
        Duration max = Duration.ofDays(fact.max());
        if (value.compareTo(MIN) < 0 || value.compareTo(max) > 0) {
            refuse(fact.name(), "must be %s to %s, was %s".formatted(MIN, max, value));
        }
    }

    private void refuse(String field, String message) {
        violations.add(new Violation(field, message));
    }
}
