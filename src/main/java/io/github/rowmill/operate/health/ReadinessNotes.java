package io.github.rowmill.operate.health;

import io.github.rowmill.engine.wake.Listener;
import io.github.rowmill.node.Operator;
import io.github.rowmill.operate.observe.UnhandledTypes;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.TreeMap;

/** What readiness tells without the node being less ready for it. */
@Singleton
class ReadinessNotes {

    private final Operator operator;
    private final UnhandledTypes unhandled;
    private final Listener listener;

    ReadinessNotes(Operator operator, UnhandledTypes unhandled, Listener listener) {
        this.operator = operator;
        this.unhandled = unhandled;
        this.listener = listener;
    }

    /** By name. */
    Map<String, String> all() {
        Map<String, String> remarks = new TreeMap<>(Map.of("operator", operator.id()));
        if (!unhandled.waiting().isEmpty()) {
            remarks.put("unhandled types", String.join(", ", unhandled.waiting()));
        }
        if (listener.isWanted()) {
            remarks.put("listening", listener.isListening() ? "yes" : "no, other nodes' tasks are found by polling");
        }
        return remarks;
    }
}
