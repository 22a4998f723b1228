package io.github.rowmill.observe.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.clock.Pulse;
import io.github.rowmill.clock.Ticker;
import java.time.Duration;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

class LoopsLiveTest {

    private long now;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanos() {
            return now;
        }
    };

    @Test
    void isDownOnceALoopHasBeenSilentForTooLongAndSaysWhich() {
        Pulse turning = new Pulse(ticker);
        Pulse frozen = new Pulse(ticker);
        LoopsLive live = new LoopsLive(Map.of("claim", frozen, "leases", turning));

        now = Duration.ofSeconds(59).toNanos();
        turning.beat();
        Status before = live.call().getStatus();
        now = Duration.ofSeconds(61).toNanos();
        HealthCheckResponse after = live.call();

        assertThat(before).isEqualTo(Status.UP);
        assertThat(after.getStatus()).isEqualTo(Status.DOWN);
        assertThat(after.getData().orElseThrow()).containsOnlyKeys("claim");
    }
}
