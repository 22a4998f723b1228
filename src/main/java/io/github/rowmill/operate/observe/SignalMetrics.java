package io.github.rowmill.operate.observe;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.feature.step.SignalDelivery;
import io.github.rowmill.operate.OptionalParts;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Counts signals and tasks that sleep. The gauge has the value of the node's last sweep. */
@Startup
@Singleton
@IfBuildProperty(name = OptionalParts.METRICS, stringValue = "true")
class SignalMetrics {

    private final Counter sent;

    SignalMetrics(MeterRegistry registry, SignalDelivery delivery) {
        this.sent = registry.counter("rowmill.signals.sent");
        Gauge.builder("rowmill.tasks.asleep", delivery, SignalDelivery::asleep)
                .description("queued tasks that sleep or wait; the same on every node: use the max")
                .register(registry);
        FunctionCounter.builder("rowmill.signals.swept", delivery, SignalDelivery::swept)
                .description("signals that this node found by its sweep, because no node had marked their tasks")
                .register(registry);
    }

    void onSent(@Observes TaskEvent.SignalSent signal) {
        sent.increment();
    }
}
