package io.github.rowmill.feature.topic;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.feature.topic.store.HandledTypes;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Deletes the subscribers that this application's code declared and whose handler is gone. Each node records every
 * ten minutes which types it handles. When no node has handled a type for an hour, one of them deletes the rows.
 *
 * <p>A node does so only after it has run for an hour. Else, after a stop of all nodes, the first node with newer
 * code would delete rows whose older nodes are still starting.
 */
@Startup
@Singleton
class UnhandledSubscribers {

    private static final Duration PAUSE = Duration.ofMinutes(10);
    private static final Duration KEPT = Duration.ofHours(1);

    private final HandledTypes rows;
    private final Handlers handlers;
    private final TaskEvents events;
    private final String application;
    private final long started;

    UnhandledSubscribers(
            HandledTypes rows,
            Handlers handlers,
            TaskEvents events,
            Ticker ticker,
            NodeState node,
            Loops loops,
            @ConfigProperty(name = "quarkus.application.name", defaultValue = "application") String application) {
        this.rows = rows;
        this.handlers = handlers;
        this.events = events;
        this.application = application;
        this.started = ticker.nanos();
        loops.regular("subscribers", PAUSE, () -> {
            if (node.isOpen()) {
                sweepOnce(ticker.since(started));
            }
        });
    }

    /** Records the types of this node. If the node has run long enough, deletes subscribers without a handler. */
    void sweepOnce(Duration running) {
        rows.renew(handlers.names());
        if (running.compareTo(KEPT) >= 0) {
            rows.deleteUnhandled(application, handlers.names())
                    .forEach(key -> events.fire(
                            new TaskEvent.SubscriptionChanged(key.topic(), key.type(), TaskEvent.Change.DELETED)));
        }
    }
}
