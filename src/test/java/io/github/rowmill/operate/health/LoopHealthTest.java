package io.github.rowmill.operate.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.NoObservers;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.LoopActivity;
import io.github.rowmill.node.loop.Loops;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoopHealthTest {

    private long now;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanos() {
            return now;
        }
    };

    private final Loops known = new Loops(NoObservers.events(), ticker);
    private final LoopActivity turning =
            known.rounds("leases", Loops.Kind.VITAL, Duration.ZERO).pulse();
    private final LoopHealth loops = new LoopHealth(known);

    @BeforeEach
    void addOthers() {
        known.rounds("claim", Loops.Kind.VITAL, Duration.ZERO);
        known.rounds("trim", Loops.Kind.REGULAR, Duration.ZERO);
        known.rounds("notify", Loops.Kind.WOKEN, Duration.ZERO);
    }

    @Test
    void aNodeWithASilentLoopIsNotLiveAndNamesTheLoop() {
        LoopsLive live = new LoopsLive(loops);

        now = Duration.ofSeconds(59).toNanos();
        turning.beat();
        Status before = live.call().await().atMost(Duration.ofSeconds(1)).getStatus();
        now = Duration.ofSeconds(61).toNanos();
        HealthCheckResponse after = live.call().await().atMost(Duration.ofSeconds(1));

        assertThat(before).isEqualTo(Status.UP);
        assertThat(after.getStatus()).isEqualTo(Status.DOWN);
        assertThat(after.getData().orElseThrow()).containsOnlyKeys("claim");
    }

    @Test
    void aLoopIsNotSilentBeforeItsRoundIsAMinuteOverdue() {
        LoopActivity seldom =
                known.rounds("seldom", Loops.Kind.VITAL, Duration.ofMinutes(10)).pulse();

        now = Duration.ofMinutes(11).toNanos();
        Set<String> before = loops.silent().keySet();
        now++;

        assertThat(before).doesNotContain("seldom");
        assertThat(loops.silent()).containsEntry("seldom", "silent for 660 s");
        assertThat(seldom.overdue()).isEqualTo(Duration.ofMinutes(1).plusNanos(1));
        seldom.beat();
        assertThat(seldom.overdue()).isZero();
    }

    @Test
    void aFailingLoopIsLiveAndIsNamedAfterThreeFailures() {
        turning.fail();
        turning.fail();
        Map<String, String> afterTwo = loops.failing();
        turning.fail();

        assertThat(afterTwo).isEmpty();
        assertThat(loops.failing()).isEqualTo(Map.of("leases", "3 rounds in a row failed"));
        assertThat(new LoopsLive(loops)
                        .call()
                        .await()
                        .atMost(Duration.ofSeconds(1))
                        .getStatus())
                .isEqualTo(Status.UP);
        turning.beat();
        assertThat(loops.failing()).isEmpty();
    }
}
