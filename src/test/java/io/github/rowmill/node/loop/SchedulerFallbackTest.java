package io.github.rowmill.node.loop;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.Ticker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchedulerFallbackTest {

    private final Restless ticker = new Restless();
    private final Counted counted = new Counted();
    private final SchedulerFallback backStop = new SchedulerFallback(List.of(counted), ticker);

    /** A ticker on which time passes between two reads, as on a real one. Here the time grows with each read. */
    private static final class Restless extends Ticker {

        private long now;
        private int looks;

        @Override
        public long nanos() {
            now += ++looks;
            return now;
        }

        private void pass(Duration time) {
            now += time.toNanos();
        }
    }

    /** A loop that must tick every 3 s. */
    private final class Counted implements ScheduledLoop {

        private final Rounds rounds = new Rounds("counted", (name, thrown) -> {}, new LoopActivity(ticker));
        private int ticks;

        @Override
        public void tick() {
            rounds.onceIf(true, () -> ticks++);
        }

        @Override
        public LoopActivity pulse() {
            return rounds.pulse();
        }

        @Override
        public Duration interval() {
            return ofSeconds(3);
        }
    }

    /** Simulates a running process, with a check twice a second. */
    private void live(Duration time, boolean schedulerTicks) {
        for (Duration lived = Duration.ZERO; lived.compareTo(time) < 0; lived = lived.plus(ofMillis(500))) {
            if (schedulerTicks && lived.toMillis() % 3_000 == 0) {
                counted.tick();
            }
            backStop.lookOnce();
            ticker.pass(ofMillis(500));
        }
        backStop.lookOnce();
    }

    @Test
    void doesNothingWhileTheSchedulerTicks() {
        live(ofSeconds(60), true);

        assertThat(counted.ticks).isEqualTo(20);
    }

    @Test
    void theFallbackTicksRegularlyAfterThreeSilentIntervals() {
        live(ofMillis(8_500), false);
        int before = counted.ticks;
        live(ofMillis(500), false);
        int after = counted.ticks;
        live(ofSeconds(30), false);

        assertThat(before).isZero();
        assertThat(after).isEqualTo(1);
        assertThat(counted.ticks).isEqualTo(11);
    }

    @Test
    void theFallbackStopsWhenTheSchedulerTicksAgain() {
        live(ofSeconds(20), false);
        int alone = counted.ticks;

        live(ofSeconds(60), true);
        int together = counted.ticks - alone;
        live(ofMillis(5_500), false);

        assertThat(together).isEqualTo(20);
        assertThat(counted.ticks).isEqualTo(alone + together);
    }

    @AfterEach
    void stop() {
        backStop.stop();
    }
}
