package io.github.rowmill.operate.observe;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.hold.Connections;
import io.github.rowmill.engine.wake.Listener;
import io.github.rowmill.engine.wake.Notifier;
import io.github.rowmill.operate.OptionalParts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;

/** Gauges of this node's workers and of its wake-ups. */
@Singleton
@IfBuildProperty(name = OptionalParts.METRICS, stringValue = "true")
class WorkerGauges {

    private final WorkerPool pool;
    private final RowmillConfig config;
    private final Listener listener;
    private final Notifier notifier;
    private final MeterRegistry registry;

    WorkerGauges(WorkerPool pool, RowmillConfig config, Listener listener, Notifier notifier, MeterRegistry registry) {
        this.pool = pool;
        this.config = config;
        this.listener = listener;
        this.notifier = notifier;
        this.registry = registry;
    }

    @Startup
    void register() {
        Gauge.builder("rowmill.workers.active", pool, WorkerPool::running)
                .description("handlers that are running on this node")
                .register(registry);
        Gauge.builder("rowmill.workers.abandoned", pool, WorkerPool::abandoned)
                .description("handlers that still run after their attempt timed out; they ignore interrupts")
                .register(registry);
        Gauge.builder("rowmill.workers.limit", config, RowmillConfig::workers)
                .description("maximum number of handlers that run at once on this node")
                .register(registry);
        Gauge.builder("rowmill.hand", pool, WorkerPool::size)
                .description("tasks that this node holds: waiting, running or being settled")
                .register(registry);
        Gauge.builder("rowmill.listening", listener, self -> self.isListening() ? 1 : 0)
                .description("1: other nodes can wake this node; 0: this node finds their tasks by polling")
                .register(registry);
        FunctionCounter.builder("rowmill.notifications", listener, Listener::heard)
                .tag("result", "heard")
                .register(registry);
        FunctionCounter.builder("rowmill.notifications", notifier, Notifier::sent)
                .tag("result", "sent")
                .register(registry);
    }

    @Startup
    void registerTransactional() {
        Connections connections = pool.connections();
        Gauge.builder("rowmill.workers.transactional", connections, Connections::taken)
                .description("tasks in this node's hand whose handlers hold a connection, or will")
                .register(registry);
        Gauge.builder("rowmill.workers.transactional.limit", () -> Math.min(config.workers(), connections.limit()))
                .description("most transactional handlers at once on this node")
                .register(registry);
    }
}
