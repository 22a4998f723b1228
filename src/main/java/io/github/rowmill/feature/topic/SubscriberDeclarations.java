package io.github.rowmill.feature.topic;

import io.github.rowmill.api.NewSubscription;
import io.github.rowmill.api.Subscribes;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.feature.topic.store.HandledTypes;
import io.github.rowmill.feature.topic.store.SubscriptionKey;
import io.github.rowmill.feature.topic.store.SubscriptionRows;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Makes the rows of subscribers agree with the code that declares them, when a node starts. */
@Singleton
class SubscriberDeclarations {

    /** Priority after the migrations. */
    private static final int AFTER_PREPARING = NodeState.PREPARES + 1;

    private final Handlers handlers;
    private final SubscriptionChecks checks;
    private final SubscriptionRows rows;
    private final HandledTypes handled;
    private final TaskEvents events;
    private final String application;

    SubscriberDeclarations(
            Handlers handlers,
            SubscriptionChecks checks,
            SubscriptionRows rows,
            HandledTypes handled,
            TaskEvents events,
            @ConfigProperty(name = "quarkus.application.name", defaultValue = "application") String application) {
        this.handlers = handlers;
        this.checks = checks;
        this.rows = rows;
        this.handled = handled;
        this.events = events;
        this.application = application;
    }

    /** Declares the subscribers of all handlers, and reports those that are not declared any more. */
    void prepare(@Observes @Priority(AFTER_PREPARING) StartupEvent start, NodeState node) {
        if (node.isVisitor()) {
            return;
        }
        Set<SubscriptionKey> declared = new HashSet<>();
        for (TaskType type : handlers.all()) {
            for (Subscribes topic : type.handler().topics()) {
                if (declared.add(new SubscriptionKey(topic.value(), type.name()))) {
                    declare(NewSubscription.of(topic.value(), type.name()));
                }
            }
        }
        handled.renew(handlers.known());
        rows.undeclared(application, declared)
                .forEach(key -> events.fire(new TaskEvent.SubscriptionUndeclared(key.topic(), key.type())));
    }

    private void declare(NewSubscription subscriber) {
        if (rows.declare(checks.check(subscriber), application)) {
            events.fire(new TaskEvent.SubscriptionChanged(
                    subscriber.topic(), subscriber.type(), TaskEvent.Change.DECLARED));
        }
    }
}
