package io.github.rowmill.operate.observe;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.feature.flow.FlowSweep;
import io.github.rowmill.operate.OptionalParts;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Counts flows and looks. The gauges have the values of the node's last sweep, so no scrape reads the database. */
@Startup
@Singleton
@IfBuildProperty(name = OptionalParts.METRICS, stringValue = "true")
class FlowMetrics {

    private final Counter looks;
    private final Counter swept;

    FlowMetrics(MeterRegistry registry, FlowSweep sweep) {
        this.looks = registry.counter("rowmill.flows.looks");
        this.swept = registry.counter("rowmill.flows.swept");
        Gauge.builder("rowmill.flows.open", sweep, FlowSweep::open)
                .description("flows that have not ended; the same on every node: use the max")
                .register(registry);
        Gauge.builder("rowmill.flows.held", sweep, FlowSweep::held)
                .description("flows that wait after a failure; the same on every node: use the max")
                .register(registry);
    }

    void onLooked(@Observes TaskEvent.Looked looked) {
        if (looked.swept()) {
            swept.increment(looked.tasks());
        } else {
            looks.increment();
        }
    }
}
