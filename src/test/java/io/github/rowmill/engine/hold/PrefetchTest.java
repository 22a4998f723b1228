package io.github.rowmill.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.node.SettableTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrefetchTest {

    private static final int WORKERS = 10;

    private final SettableTicker ticker = new SettableTicker();
    private final Prefetch prefetch = new Prefetch(ticker);

    @Test
    void noTaskIsPrefetchedBeforeTheFirstRun() {
        assertThat(prefetch.of("a", WORKERS)).isZero();
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
    void thePrefetchFitsIntoTheHorizon(long micros, int ahead) {
        prefetch.ran("a", Duration.ofNanos(micros * 1000));

        assertThat(prefetch.of("a", WORKERS)).isEqualTo(ahead);
    }

    @ParameterizedTest(name = "passes of {0} ms: {1} ahead")
    @CsvSource({"0, 50", "25, 50", "40, 80", "250, 500", "60000, 500"})
    void aLongerPassPrefetchesMoreTasks(int millis, int ahead) {
        prefetch.ran("a", Duration.ofMillis(10));

        prefetch.passTook(Duration.ofMillis(millis));

        assertThat(prefetch.of("a", WORKERS)).isEqualTo(ahead);
    }

    @Test
    void thePrefetchGrowsAsHandlersGetFaster() {
        prefetch.ran("a", Duration.ofSeconds(1));
        int slow = prefetch.of("a", WORKERS);

        for (int i = 0; i < 100; i++) {
            prefetch.ran("a", Duration.ofMillis(1));
        }

        assertThat(prefetch.of("a", WORKERS)).isGreaterThan(slow).isGreaterThan(400);
    }

    @Test
    void oneSlowRunIsATenthOfTheMean() {
        prefetch.ran("a", Duration.ofMillis(1));

        prefetch.ran("a", Duration.ofMillis(101));

        assertThat(prefetch.of("a", WORKERS)).isEqualTo(10 * 50 / 11);
    }

    @Test
    void onlyTheLastUsedQueuesAreRemembered() {
        prefetch.ran("first", Duration.ofMillis(1));
        prefetch.ran("kept", Duration.ofMillis(1));
        for (int i = 0; i < 999; i++) {
            prefetch.ran("kept", Duration.ofMillis(1));
            prefetch.ran("queue-" + i, Duration.ofMillis(1));
        }

        assertThat(prefetch.of("first", WORKERS)).isZero();
        assertThat(prefetch.of("kept", WORKERS)).isPositive();
        assertThat(prefetch.of("queue-998", WORKERS)).isPositive();
    }

    @Test
    void queuesAreMeasuredApart() {
        prefetch.ran("a", Duration.ofMillis(1));

        assertThat(prefetch.of("b", WORKERS)).isZero();
    }

    @Test
    void thePrefetchIsProportionalToTheWorkers() {
        prefetch.ran("a", Duration.ofMillis(5));

        assertThat(prefetch.of("a", 1)).isEqualTo(10);
        assertThat(prefetch.of("a", 50)).isEqualTo(500);
        assertThat(prefetch.of("a", 0)).isZero();
    }

    @Test
    void noTaskIsPrefetchedIfNoHandlerEndedRecently() {
        prefetch.ran("a", Duration.ofMillis(1));

        ticker.pass(Duration.ofMillis(250));
        int lately = prefetch.of("a", WORKERS);
        ticker.pass(Duration.ofMillis(1));

        assertThat(lately).isEqualTo(500);
        assertThat(prefetch.of("a", WORKERS)).isZero();
    }
}
