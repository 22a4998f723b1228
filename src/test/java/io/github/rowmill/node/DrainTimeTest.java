package io.github.rowmill.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.config.TestConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainTimeTest {

    private final SettableTicker ticker = new SettableTicker();

    private DrainTime of(String drain) {
        return new DrainTime(TestConfig.of(Map.of("rowmill.drain", drain)), ticker);
    }

    @ParameterizedTest(name = "of {0}: handlers {1}, interrupted ones until {2}, all {3}")
    @CsvSource({"8s, PT6S, PT7S, PT8S", "1m, PT50S, PT55S, PT1M", "40s, PT30S, PT35S, PT40S", "0s, PT0S, PT0S, PT0S"})
    void theDrainIsDividedAmongItsPhases(String drain, Duration handlers, Duration interrupted, Duration all) {
        DrainTime time = of(drain);

        time.begin();

        assertThat(time.forHandlers()).isEqualTo(handlers);
        assertThat(time.forInterrupted()).isEqualTo(interrupted);
        assertThat(time.forLastWords()).isEqualTo(all);
    }

    @Test
    void theDrainCountsFromTheBeginOfTheStop() {
        DrainTime time = of("8s");
        ticker.pass(Duration.ofHours(1));
        time.begin();

        ticker.pass(Duration.ofMillis(6_500));

        assertThat(time.forHandlers()).isZero();
        assertThat(time.forInterrupted()).isEqualTo(Duration.ofMillis(500));
        assertThat(time.forLastWords()).isEqualTo(Duration.ofMillis(1_500));
    }
}
