package io.github.rowmill.operate.observe;

import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.loop.LoopActivity;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.operate.OptionalParts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Gauges of how long the rounds of a loop are overdue. Loops without an interval have none. */
@Singleton
@IfBuildProperty(name = OptionalParts.METRICS, stringValue = "true")
class LoopGauges {

    /** Registers the gauges once all loops exist. */
    void register(@Observes @Priority(NodeState.OPENED) StartupEvent start, Loops loops, MeterRegistry registry) {
        loops.pulses(Set.of(Loops.Kind.VITAL, Loops.Kind.REGULAR))
                .forEach((name, pulse) -> TimeGauge.builder(
                                "rowmill.loop.silence", pulse, TimeUnit.NANOSECONDS, LoopGauges::nanos)
                        .description(
                                "time since the last sign of life of a loop of this node, minus the loop's interval")
                        .tag("loop", name)
                        .register(registry));
    }

    private static double nanos(LoopActivity pulse) {
        return pulse.overdue().toNanos();
    }
}
