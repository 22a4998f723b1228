package io.github.rowmill.engine.execute;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.hold.Connections;
import io.github.rowmill.engine.hold.Demand;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes what tasks of each type need in addition to a worker. A transactional handler holds a connection of the application's pool
 * while it runs, so no more of them run at once than the pool can serve.
 */
@Singleton
public class Needs {

    /** The connection that transactional handlers leave to enqueues and to the application. */
    private static final int RESERVE = 1;

    private final Handlers handlers;
    private final RowmillConfig config;
    private final int pool;
    private final Connections connections;
    private final Map<String, Integer> batches;

    Needs(Handlers handlers, RowmillConfig config, AgroalDataSource application) {
        this.handlers = handlers;
        this.config = config;
        this.pool = application.getConfiguration().connectionPoolConfiguration().maxSize();
        this.connections = new Connections(limit());
        this.batches = batches(handlers);
    }

    /** Returns why this node cannot start: it runs transactional handlers, and the pool is too small for one. */
    public List<String> problems() {
        if (!config.enabled() || pool > RESERVE || handlers.transactional().isEmpty()) {
            return List.of();
        }
        return List.of(
                "quarkus.datasource.jdbc.max-size is %s, too few for a transactional handler, as that of type '%s': it holds a connection while it runs, and enqueues need another one; set at least %s, one more than transactional handlers are to run at once"
                        .formatted(pool, handlers.transactional().iterator().next(), RESERVE + 1));
    }

    Connections connections() {
        return connections;
    }

    /** Returns what {@code count} tasks of a type need. */
    Demand of(String type, int count) {
        return new Demand(count, handlers.transactional().contains(type) ? count : 0);
    }

    private static Map<String, Integer> batches(Handlers handlers) {
        Map<String, Integer> least = new HashMap<>();
        handlers.all().stream()
                .filter(type -> handlers.claimable().contains(type.name()))
                .forEach(type -> least.merge(type.queue(), type.handler().takesBatch() ? type.batch() : 1, Math::min));
        return Map.copyOf(least);
    }

    /** Returns how many tasks a worker takes in one call, if all types of this queue are taken in batches; else 1. */
    int batch(String queue) {
        return batches.getOrDefault(queue, 1);
    }

    /** Returns the type of this name, which this application handles. */
    TaskType type(String name) {
        return handlers.find(name).orElseThrow();
    }

    private int limit() {
        boolean isEnough =
                pool - RESERVE >= config.workers() || handlers.transactional().isEmpty();
        return isEnough ? Integer.MAX_VALUE : Math.max(0, pool - RESERVE);
    }
}
