package io.github.rowmill.observe;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.execute.WorkerPool;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;

/** Gauges of this node's workers. */
@Singleton
class WorkerGauges {

    private final WorkerPool pool;
    private final RowmillConfig config;
    private final MeterRegistry registry;

    WorkerGauges(WorkerPool pool, RowmillConfig config, MeterRegistry registry) {
        this.pool = pool;
        this.config = config;
        this.registry = registry;
    }

    @Startup
    void register() {
        Gauge.builder("rowmill.workers.active", pool, WorkerPool::running)
                .description("handlers that run on this node")
                .register(registry);
        Gauge.builder("rowmill.workers.abandoned", pool, WorkerPool::abandoned)
                .description(
                        "handlers that run on although their attempt was timed out; they do not react to interrupts")
                .register(registry);
        Gauge.builder("rowmill.workers.limit", config, RowmillConfig::workers)
                .description("most handlers at once on this node")
                .register(registry);
        Gauge.builder("rowmill.hand", pool, WorkerPool::size)
                .description("tasks in this node's hand: waiting, running or being settled")
                .register(registry);
    }
}
