package io.github.rowmill.engine.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.SettableTicker;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Tests the pace of polls. It has jitter, so the assertions hold for all random values. */
class PollIntervalTest {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final SettableTicker ticker = new SettableTicker();
    private final PollInterval pace = new PollInterval(INTERVAL, ticker);

    @Test
    void firstRoundIsDueAtOnce() {
        assertThat(pace.isDue()).isTrue();
    }

    @RepeatedTest(20)
    void busyNodeMissesNoTick() {
        pace.asked(true);

        ticker.pass(INTERVAL.dividedBy(2));

        assertThat(pace.isDue()).isTrue();
    }

    @RepeatedTest(20)
    void firstEmptyRoundStretchesTheWaitALittle() {
        pace.asked(false);

        ticker.pass(Duration.ofMillis(499));
        assertThat(pace.isDue()).isFalse();
        ticker.pass(Duration.ofMillis(1001));
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void aLookThatTookLongIsFollowedByARestOfTenTimesAsLong() {
        pace.looked(Duration.ofMillis(300));
        pace.asked(true);

        ticker.pass(Duration.ofMillis(2499));
        assertThat(pace.isDue()).isFalse();
        ticker.pass(Duration.ofMillis(1));
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void aLongLookDelaysTheNextRoundByAtMostFiveIntervals() {
        pace.looked(Duration.ofMinutes(1));
        pace.asked(true);

        ticker.pass(INTERVAL.multipliedBy(5).minus(INTERVAL.dividedBy(2)));

        assertThat(pace.isDue()).isTrue();
    }

    @RepeatedTest(20)
    void idleNodeWaitsAtMostFiveIntervals() {
        for (int i = 0; i < 100; i++) {
            pace.asked(false);
        }

        ticker.pass(Duration.ofMillis(1999));
        assertThat(pace.isDue()).isFalse();
        ticker.pass(Duration.ofMillis(2501));
        assertThat(pace.isDue()).isTrue();
    }

    @RepeatedTest(20)
    void roundThatFoundSomethingEndsTheIdleness() {
        for (int i = 0; i < 100; i++) {
            pace.asked(false);
        }

        pace.asked(true);

        ticker.pass(INTERVAL.dividedBy(2));
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void idleNodesDoNotPollAtTheSameTime() {
        List<PollInterval> nodes = Stream.generate(() -> new PollInterval(INTERVAL, ticker))
                .limit(100)
                .toList();
        nodes.forEach(node -> node.asked(false));

        ticker.pass(INTERVAL);

        assertThat(nodes.stream().filter(PollInterval::isDue).count()).isBetween(1L, 99L);
    }

    @RepeatedTest(20)
    void constantWakeUpsDoNotDelayTheNextRound() {
        for (int i = 0; i < 100; i++) {
            pace.asked(false);
        }
        pace.reset();

        for (int i = 0; i < 50; i++) {
            ticker.pass(INTERVAL.dividedBy(100));
            pace.reset();
        }

        assertThat(pace.isDue()).isTrue();
    }
}
