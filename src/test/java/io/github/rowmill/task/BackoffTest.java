package io.github.rowmill.task;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {

    private final Backoff backoff = new Backoff(ofSeconds(1), ofMinutes(1));

    @ParameterizedTest(name = "{0} failures -> {1} s")
    @CsvSource({"1, 1", "2, 2", "3, 4", "4, 8", "5, 16", "6, 32", "7, 60", "1000, 60", "2147483647, 60"})
    void doublesUpToTheMaximum(int failures, int seconds) {
        assertThat(backoff.after(failures)).isEqualTo(ofSeconds(seconds));
    }

    @ParameterizedTest(name = "random {0} -> {1} ms")
    @CsvSource({"0, 3200", "0.25, 3600", "0.5, 4000", "0.75, 4400", "0.9999999, 4799"})
    void jitterAddsOrTakesAtMostAFifth(double random, int millis) {
        assertThat(backoff.after(3, random).toMillis()).isEqualTo(millis);
    }

    @Test
    void firstMayBeTheMaximum() {
        assertThat(new Backoff(ofSeconds(5), ofSeconds(5)).after(3)).isEqualTo(ofSeconds(5));
    }

    @Test
    void longestMaximumOverflowsNothing() {
        Duration thousandYears = Duration.ofDays(365_000);

        assertThat(new Backoff(ofMinutes(60), thousandYears).after(Integer.MAX_VALUE))
                .isEqualTo(thousandYears);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S"})
    void firstMustBePositive(Duration first) {
        assertThatThrownBy(() -> new Backoff(first, ofMinutes(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("first must be > 0, was " + first);
    }

    @Test
    void firstMustNotExceedTheMaximum() {
        assertThatThrownBy(() -> new Backoff(ofSeconds(2), ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("first must be <= max, was PT2S > PT1S");
    }
}
