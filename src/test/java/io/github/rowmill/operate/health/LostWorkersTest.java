package io.github.rowmill.operate.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LostWorkersTest {

    @ParameterizedTest(name = "{0} of {1} workers lost: {2}")
    @CsvSource({"0, 1, false", "1, 1, true", "1, 3, false", "2, 3, true", "4, 10, false", "5, 10, true"})
    void aLossOfHalfTheWorkersIsTooMany(long lost, int workers, boolean tooMany) {
        assertThat(new LostWorkers(() -> lost, workers).areTooMany()).isEqualTo(tooMany);
    }

    @Test
    void theFirstLostWorkerIsReported() {
        assertThat(new LostWorkers(() -> 1, 10).describe()).hasValue("1 of 10");
        assertThat(new LostWorkers(() -> 0, 10).describe()).isEmpty();
    }
}
