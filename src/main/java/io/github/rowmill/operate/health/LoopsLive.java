package io.github.rowmill.operate.health;

import io.github.rowmill.operate.OptionalParts;
import io.quarkus.arc.properties.IfBuildProperty;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

/**
 * Liveness check: the loops make progress. The check does not use the database, as an outage of the database must
 * not restart the node. The check is asynchronous and takes no worker thread, as a node without free worker
 * threads is busy, not dead.
 */
@Liveness
@Singleton
@IfBuildProperty(name = OptionalParts.HEALTH, stringValue = "true")
class LoopsLive implements AsyncHealthCheck {

    private final LoopHealth loops;

    LoopsLive(LoopHealth loops) {
        this.loops = loops;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return Uni.createFrom().item(this::response);
    }

    private HealthCheckResponse response() {
        Map<String, String> silent = loops.silent();
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("Rowmill loops").status(silent.isEmpty());
        silent.forEach(response::withData);
        return response.build();
    }
}
