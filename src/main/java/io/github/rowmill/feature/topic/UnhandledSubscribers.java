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
 * Deletes subscribers that this application's code declared before it lost their handler. Each node records the
 * types of its handlers and of remote workers every ten minutes. If no node has had a type for an hour, another node
 * deletes the rows.
 *
 * <p>A node deletes rows only after it has run for an hour. Otherwise the first node after a stop of all nodes
 * would delete rows of nodes that are still starting.
 */
@Startup
@Singleton
public class UnhandledSubscribers {

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
    public void sweepOnce(Duration running) {
        rows.renew(handlers.known());
        if (running.compareTo(KEPT) >= 0) {
            rows.deleteUnhandled(application, handlers.known())
                    .forEach(key -> events.fire(
                            new TaskEvent.SubscriptionChanged(key.topic(), key.type(), TaskEvent.Change.DELETED)));
        }
    }
}
