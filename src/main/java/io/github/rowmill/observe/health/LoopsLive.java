package io.github.rowmill.observe.health;

import io.github.rowmill.claim.Claimer;
import io.github.rowmill.clock.Pulse;
import io.github.rowmill.execute.LeaseKeeper;
import io.github.rowmill.execute.Timeouts;
import io.github.rowmill.recover.Recoverer;
import io.github.rowmill.settle.VerdictWriter;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

/** Live: the loops turn. It asks no database: an outage of that must not restart the node. */
@Liveness
@Singleton
class LoopsLive implements HealthCheck {

    /** Every loop has a round at least every few seconds, or a quarter of the lease; a database that fails slowly delays one by some 10 s. */
    private static final Duration MOST_SILENCE = Duration.ofSeconds(60);

    private final Map<String, Pulse> loops;

    @Inject
    LoopsLive(Claimer claimer, Recoverer recoverer, LeaseKeeper leases, Timeouts timeouts, VerdictWriter verdicts) {
        this(Map.of(
                "claim", claimer.pulse(),
                "recover", recoverer.pulse(),
                "leases", leases.pulse(),
                "timeouts", timeouts.pulse(),
                "verdicts", verdicts.pulse()));
    }

    LoopsLive(Map<String, Pulse> loops) {
        this.loops = loops;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response =
                HealthCheckResponse.named("Rowmill loops").up();
        loops.forEach((name, pulse) -> {
            if (pulse.silence().compareTo(MOST_SILENCE) > 0) {
                response.down().withData(name, "silent for " + pulse.silence().toSeconds() + " s");
            }
        });
        return response.build();
    }
}
