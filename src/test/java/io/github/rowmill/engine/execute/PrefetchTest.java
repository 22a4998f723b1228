package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.SettableTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrefetchTest {

    private static final int WORKERS = 10;

    private final SettableTicker ticker = new SettableTicker();
    private final Prefetch lookahead = new Prefetch(ticker);

    @Test
    void nothingWaitsBeforeTheFirstRun() {
        assertThat(lookahead.of("a", WORKERS)).isZero();
    }

    @ParameterizedTest(name = "handlers of {0} us: {1} ahead")
    @CsvSource({
        "0, 4000",
        "1, 4000",
        "125, 4000",
        "500, 1000",
        "1000, 500",
        "10000, 50",
        "500000, 1",
        "500001, 0",
        "60000000, 0"
    })
    void asManyWaitAsAreRunWithinTheHorizon(long micros, int ahead) {
        lookahead.ran("a", Duration.ofNanos(micros * 1000));

        assertThat(lookahead.of("a", WORKERS)).isEqualTo(ahead);
    }

    @Test
    void growsAsHandlersGetFaster() {
        lookahead.ran("a", Duration.ofSeconds(1));
        int slow = lookahead.of("a", WORKERS);

        for (int i = 0; i < 100; i++) {
            lookahead.ran("a", Duration.ofMillis(1));
        }

        assertThat(lookahead.of("a", WORKERS)).isGreaterThan(slow).isGreaterThan(400);
    }

    @Test
    void oneSlowRunIsATenthOfTheMean() {
        lookahead.ran("a", Duration.ofMillis(1));

        lookahead.ran("a", Duration.ofMillis(101));

        assertThat(lookahead.of("a", WORKERS)).isEqualTo(10 * 50 / 11);
    }

    @Test
    void ofManyQueuesOnlyThoseThatRanLastAreRemembered() {
        lookahead.ran("first", Duration.ofMillis(1));
        lookahead.ran("kept", Duration.ofMillis(1));
        for (int i = 0; i < 999; i++) {
            lookahead.ran("kept", Duration.ofMillis(1));
            lookahead.ran("queue-" + i, Duration.ofMillis(1));
        }

        assertThat(lookahead.of("first", WORKERS)).isZero();
        assertThat(lookahead.of("kept", WORKERS)).isPositive();
        assertThat(lookahead.of("queue-998", WORKERS)).isPositive();
    }

    @Test
    void queuesAreMeasuredApart() {
        lookahead.ran("a", Duration.ofMillis(1));

        assertThat(lookahead.of("b", WORKERS)).isZero();
    }

    @Test
    void asManyWaitAsThereAreWorkersForThem() {
        lookahead.ran("a", Duration.ofMillis(5));

        assertThat(lookahead.of("a", 1)).isEqualTo(10);
        assertThat(lookahead.of("a", 50)).isEqualTo(500);
        assertThat(lookahead.of("a", 0)).isZero();
    }

    @Test
    void nothingWaitsWhereNoHandlerHasEndedLately() {
        lookahead.ran("a", Duration.ofMillis(1));

        ticker.pass(Duration.ofMillis(250));
        int lately = lookahead.of("a", WORKERS);
        ticker.pass(Duration.ofMillis(1));

        assertThat(lately).isEqualTo(500);
        assertThat(lookahead.of("a", WORKERS)).isZero();
    }
}
