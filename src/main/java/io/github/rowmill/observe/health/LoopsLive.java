package io.github.rowmill.observe.health;

import jakarta.inject.Singleton;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

/** Live: the loops turn. It asks no database: an outage of that must not restart the node. */
@Liveness
@Singleton
class LoopsLive implements HealthCheck {

    private final Loops loops;

    LoopsLive(Loops loops) {
        this.loops = loops;
    }

    @Override
    public HealthCheckResponse call() {
        Map<String, String> silent = loops.silent();
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("Rowmill loops").status(silent.isEmpty());
        silent.forEach(response::withData);
        return response.build();
    }
}
