package io.github.rowmill.operate.health;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.operate.OptionalParts;
import io.quarkus.arc.properties.IfBuildProperty;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Startup;

/**
 * Startup check: the schema exists, and the node has finished its first claim round if it claims. The check takes
 * no worker thread, like {@link LoopsLive}.
 */
@Startup
@Singleton
@IfBuildProperty(name = OptionalParts.HEALTH, stringValue = "true")
class NodeStarted implements AsyncHealthCheck {

    private final NodeState node;
    private final Claimer claimer;
    private final RowmillConfig config;

    NodeStarted(NodeState node, Claimer claimer, RowmillConfig config) {
        this.node = node;
        this.claimer = claimer;
        this.config = config;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return Uni.createFrom().item(this::response);
    }

    private HealthCheckResponse response() {
        boolean started = node.hasStarted() && (!config.enabled() || claimer.hasClaimed());
        return HealthCheckResponse.named("Rowmill start").status(started).build();
    }
}
