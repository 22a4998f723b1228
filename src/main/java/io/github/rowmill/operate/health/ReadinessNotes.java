package io.github.rowmill.operate.health;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.wake.Listener;
import io.github.rowmill.node.NodeName;
import io.github.rowmill.operate.observe.UnhandledTypes;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** Notes that the readiness check reports and that do not make the node unready. */
@Singleton
class ReadinessNotes {

    private final NodeName node;
    private final UnhandledTypes unhandled;
    private final Listener listener;
    private final Set<String> undeclared = new ConcurrentSkipListSet<>();
    private final Set<String> unreadable = new ConcurrentSkipListSet<>();
    private final Set<String> undeclaredSubscribers = new ConcurrentSkipListSet<>();
    private final Set<String> undeclaredRules = new ConcurrentSkipListSet<>();

    ReadinessNotes(NodeName node, UnhandledTypes unhandled, Listener listener) {
        this.node = node;
        this.unhandled = unhandled;
        this.listener = listener;
    }

    void onUndeclared(@Observes TaskEvent.ScheduleUndeclared undeclaredOne) {
        undeclared.add(undeclaredOne.schedule());
    }

    void onUnreadable(@Observes TaskEvent.ScheduleUnreadable unreadableOne) {
        unreadable.add(unreadableOne.schedule());
    }

    void onTicked(@Observes TaskEvent.Ticked ticked) {
        unreadable.remove(ticked.schedule());
    }

    void onChanged(@Observes TaskEvent.ScheduleChanged changed) {
        unreadable.remove(changed.schedule());
        if (changed.change() == TaskEvent.Change.DELETED) {
            undeclared.remove(changed.schedule());
        }
    }

    void onUndeclaredRules(@Observes TaskEvent.RulesUndeclared undeclaredOne) {
        undeclaredRules.add(undeclaredOne.queue());
    }

    void onRulesChanged(@Observes TaskEvent.RulesChanged changed) {
        undeclaredRules.remove(changed.queue());
    }

    void onUndeclaredSubscriber(@Observes TaskEvent.SubscriptionUndeclared undeclaredOne) {
        undeclaredSubscribers.add(subscriber(undeclaredOne.topic(), undeclaredOne.type()));
    }

    void onSubscriberChanged(@Observes TaskEvent.SubscriptionChanged changed) {
        if (changed.change() == TaskEvent.Change.DELETED) {
            undeclaredSubscribers.remove(subscriber(changed.topic(), changed.type()));
        }
    }

    private static String subscriber(String topic, String type) {
        return "%s of %s".formatted(type, topic);
    }

    /** Returns the notes by name. */
    Map<String, String> all() {
        Map<String, String> remarks = new TreeMap<>(Map.of("operator", node.value()));
        if (!unhandled.waiting().isEmpty()) {
            remarks.put("unhandled types", String.join(", ", unhandled.waiting()));
        }
        if (!undeclared.isEmpty()) {
            remarks.put("undeclared schedules", String.join(", ", undeclared));
        }
        if (!unreadable.isEmpty()) {
            remarks.put("unreadable schedules", String.join(", ", unreadable));
        }
        if (!undeclaredSubscribers.isEmpty()) {
            remarks.put("undeclared subscribers", String.join(", ", undeclaredSubscribers));
        }
        if (!undeclaredRules.isEmpty()) {
            remarks.put("undeclared rules", String.join(", ", undeclaredRules));
        }
        if (listener.isWanted()) {
            remarks.put("listening", listener.isListening() ? "yes" : "no; tasks of other nodes are found by polling");
        }
        return remarks;
    }
}
