package io.github.rowmill.observe.health;

import io.github.rowmill.claim.Claimer;
import io.github.rowmill.config.Gate;
import io.github.rowmill.config.RowmillConfig;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Startup;

/** Started: the schema is there, and the first claim round is done if this node claims. */
@Startup
@Singleton
class NodeStarted implements HealthCheck {

    private final Gate gate;
    private final Claimer claimer;
    private final RowmillConfig config;

    NodeStarted(Gate gate, Claimer claimer, RowmillConfig config) {
        this.gate = gate;
        this.claimer = claimer;
        this.config = config;
    }

    @Override
    public HealthCheckResponse call() {
        boolean started = gate.hasStarted() && (!config.enabled() || claimer.hasClaimed());
        return HealthCheckResponse.named("Rowmill start").status(started).build();
    }
}
