package io.github.rowmill.feature.beat;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.node.NodeName;
import io.github.rowmill.node.NodeState;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Collects what this node reports about itself. */
@Singleton
class ThisNode {

    /**
     * Largest number of names in a list. The rest is left out, because the row is for users to read and is written
     * every ten seconds.
     */
    private static final int MAX_NAMES = 100;

    /** Length of the database columns. */
    private static final int MAX_NAME = 200;

    private final NodeName name;
    private final WorkerPool pool;
    private final NodeState node;
    private final Handlers handlers;
    private final RowmillConfig config;
    private final String application;

    ThisNode(
            NodeName name,
            WorkerPool pool,
            NodeState node,
            Handlers handlers,
            RowmillConfig config,
            @ConfigProperty(name = "quarkus.application.name", defaultValue = "application") String application) {
        this.name = name;
        this.pool = pool;
        this.node = node;
        this.handlers = handlers;
        this.config = config;
        this.application = application;
    }

    /** Returns whether this node is enabled and has started. This remains true while the node stops. */
    boolean hasSomethingToSay() {
        return config.enabled() && node.hasStarted();
    }

    HeartbeatRow beat() {
        return new HeartbeatRow(
                name.value(),
                cut(NodeName.host()),
                cut(application),
                Version.TEXT,
                node.isClosed(),
                config.workers(),
                pool.size(),
                pool.running(),
                config.onlyQueues().map(ThisNode::some).orElse(null),
                some(handlers.claimable()));
    }

    private static List<String> some(Collection<String> names) {
        return names.stream().map(ThisNode::cut).sorted().limit(MAX_NAMES).toList();
    }

    private static String cut(String name) {
        return name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name;
    }
}
