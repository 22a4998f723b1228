package io.github.rowmill.operate.admin;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.feature.rule.RuleFact;
import io.github.rowmill.feature.rule.RuleFacts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules of a queue in the form of the audit: only those that are set. */
final class RulesRecord {

    private RulesRecord() {}

    static Map<String, Object> of(QueueRules rules, boolean pinned) {
        Map<String, Object> set = new LinkedHashMap<>();
        if (pinned) {
            set.put("pinned", true);
        }
        for (RuleFact fact : RuleFacts.ALL) {
            Object value = fact.get(rules);
            if (value != null && fact.rate() == null && fact.isSet(rules)) {
                set.put(fact.name(), text(fact, value, rules));
            }
        }
        return set;
    }

    private static Object text(RuleFact fact, Object value, QueueRules rules) {
        List<RuleFact> parts = RuleFacts.partsOf(fact);
        if (parts.isEmpty()) {
            return value instanceof Duration ? value.toString() : value;
        }
        return "%s in %s, burst %s"
                .formatted(value, parts.get(0).get(rules), parts.get(1).get(rules));
    }

    /** Returns the entries of a record that differ from the other one. The types and keys in them are those that differ. */
    static Map<String, Object> less(Map<String, Object> record, Map<String, Object> other) {
        Map<String, Object> rest = new LinkedHashMap<>();
        record.forEach((name, value) -> {
            Object was = other.get(name);
            Object left = was == null ? value : less(value, was);
            if (left != null) {
                rest.put(name, left);
            }
        });
        return rest;
    }

    /** Null: nothing is left. */
    private static @Nullable Object less(Object value, Object other) {
        if (value.equals(other)) {
            return null;
        }
        if (value instanceof Set<?> types && other instanceof Set<?> others) {
            Set<Object> rest = new LinkedHashSet<>(types);
            rest.removeAll(others);
            return rest.isEmpty() ? null : rest;
        }
        if (value instanceof Map<?, ?> weights && other instanceof Map<?, ?> others) {
            Map<Object, Object> rest = new LinkedHashMap<>(weights);
            rest.entrySet().removeAll(others.entrySet());
            return rest.isEmpty() ? null : rest;
        }
        return value;
    }
}
