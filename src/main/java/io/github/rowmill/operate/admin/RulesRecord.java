package io.github.rowmill.operate.admin;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.Rate;
import java.util.LinkedHashMap;
import java.util.Map;
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
