package io.github.rowmill.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimedTest {

    @ParameterizedTest(name = "attempt {0} of {1} is the last: {2}")
    @CsvSource({"1, 1, true", "1, 2, false", "2, 2, true", "3, 2, true"})
    void anAttemptIsTheLastFromMaxAttemptsOn(int attempt, int maxAttempts, boolean last) {
        assertThat(claimed(attempt, maxAttempts, 0).isLastAttempt()).isEqualTo(last);
    }

    @ParameterizedTest(name = "after {0} crashes: {1}")
    @CsvSource({"0, false", "1, false", "2, true", "3, true"})
    void quarantineBeginsWithTheSecondCrash(int crashes, boolean quarantined) {
        assertThat(claimed(1, 10, crashes).isQuarantined()).isEqualTo(quarantined);
    }

    @Test
    void theIdIsThatOfTheLease() {
        assertThat(claimed(1, 10, 0).id()).isEqualTo(42);
    }

    private static Claimed claimed(int attempt, int maxAttempts, int crashes) {
        return new Claimed(
                new Lease(42, 1),
                "default",
                "report",
                "{}",
                attempt,
                maxAttempts,
                crashes,
                null,
                Duration.ZERO,
                null,
                null,
                null,
                new Position(0, Instant.EPOCH, 42),
                null,
                false);
    }
}
