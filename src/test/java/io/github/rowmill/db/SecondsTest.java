package io.github.rowmill.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecondsTest {

    @ParameterizedTest
    @CsvSource({"PT0.001S, 0.001", "PT1.5S, 1.5", "P36500D, 3.1536E9", "P3650000D, 3.1536E11"})
    void anyDurationIsConvertedToSeconds(Duration time, double seconds) {
        assertThat(Seconds.of(time)).isEqualTo(seconds);
    }
}
