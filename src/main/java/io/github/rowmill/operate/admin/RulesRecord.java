package io.github.rowmill.operate.admin;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Rate;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rules of a queue in the form of the audit: only those that are set. */
final class RulesRecord {

    private final Map<String, Object> set = new LinkedHashMap<>();

    private RulesRecord() {}

    static Map<String, Object> of(QueueRules rules, boolean pinned) {
        RulesRecord record = new RulesRecord();
        record.flag("pinned", pinned);
        record.flag("paused", rules.paused());
        record.value("pausedTypes", rules.pausedTypes().isEmpty() ? null : rules.pausedTypes());
        record.value("depth", rules.depth());
        record.value("concurrency", rules.concurrency());
        record.value("perKey", rules.perKey());
        record.rate("rate", rules.rate());
        record.rate("keyRate", rules.keyRate());
        record.flag("ordered", rules.ordered());
        record.flag("blocks", rules.blocks());
        record.flag("fair", rules.fair());
        record.flag("lifo", rules.lifo());
        record.value("ageing", rules.ageing() == null ? null : String.valueOf(rules.ageing()));
        record.value("weight", rules.weight() == 1 ? null : rules.weight());
        record.value("keyWeights", rules.keyWeights().isEmpty() ? null : new TreeMap<>(rules.keyWeights()));
        return record.set;
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

    private void flag(String name, boolean isSet) {
        value(name, isSet ? true : null);
    }

    private void rate(String name, @Nullable Rate rate) {
        value(name, rate == null ? null : "%s in %s, burst %s".formatted(rate.starts(), rate.period(), rate.burst()));
    }

    private void value(String name, @Nullable Object value) {
        if (value != null) {
            set.put(name, value);
        }
    }
}
