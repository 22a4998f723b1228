package io.github.rowmill.feature.rule;

import io.github.rowmill.api.InvalidRuleException;
import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Rate;
import io.github.rowmill.api.Violation;
import io.github.rowmill.task.Moments;
import io.github.rowmill.text.Storable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks rules against the ranges of the table, and against each other. The messages contain the rule, the value
 * and the remedy.
 */
final class RuleChecks {

    private static final int MAX_NAME = 200;
    private static final int MAX_STARTS = 1_000_000;
    private static final int MAX_WEIGHT = 1000;
    private static final int MAX_WEIGHTED_KEYS = 1000;
    private static final int MAX_PAUSED_TYPES = 200;
    private static final Duration MIN = Duration.ofMillis(1);
    private static final Duration MAX_PERIOD = Duration.ofDays(365);

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
        rules.pausedTypes().stream().sorted().forEach(type -> checks.text("pausedTypes", type));
        checks.least("concurrency", rules.concurrency());
        checks.range("perKey", rules.perKey(), MAX_STARTS);
        checks.rate("rate", rules.rate());
        checks.rate("keyRate", rules.keyRate());
        checks.duration("ageing", rules.ageing(), Moments.CENTURY);
        checks.least("depth", rules.depth());
        checks.range("weight", rules.weight(), MAX_WEIGHT);
        checks.keyWeights(rules.keyWeights());
        checks.contradictions(rules);
        return checks.violations;
    }

    private void keyWeights(Map<String, Integer> weights) {
        if (weights.size() > MAX_WEIGHTED_KEYS) {
            refuse("keyWeights", "must name at most %s keys, were %s".formatted(MAX_WEIGHTED_KEYS, weights.size()));
        }
        new TreeMap<>(weights).forEach((key, weight) -> {
            text("keyWeights", key);
            range("keyWeights", weight, MAX_WEIGHT);
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

    private void least(String field, @Nullable Integer value) {
        if (value != null && value < 1) {
            refuse(field, "must be at least 1, was %s".formatted(value));
        }
    }

    private void range(String field, @Nullable Integer value, int max) {
        if (value != null && (value < 1 || value > max)) {
            refuse(field, "must be 1 to %s, was %s".formatted(max, value));
        }
    }

    private void rate(String field, @Nullable Rate rate) {
        if (rate != null) {
            range(field, rate.starts(), MAX_STARTS);
            duration(field + "Period", rate.period(), MAX_PERIOD);
            range(field + "Burst", rate.burst(), MAX_STARTS);
        }
    }

    private void duration(String field, @Nullable Duration value, Duration max) {
        if (value != null && (value.compareTo(MIN) < 0 || value.compareTo(max) > 0)) {
            refuse(field, "must be %s to %s, was %s".formatted(MIN, max, value));
        }
    }

    private void refuse(String field, String message) {
        violations.add(new Violation(field, message));
    }
}
