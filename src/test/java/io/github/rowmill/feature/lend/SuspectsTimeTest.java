package io.github.rowmill.feature.lend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuspectsTimeTest {

    @ParameterizedTest
    @CsvSource({
        "-5, true",
        "0, true",
        "9, true",
        "10, false",
        "19, false",
        "20, true",
        "39, true",
        "40, false",
        "79, false",
        "80, true",
        "159, true",
        "160, false"
    })
    void suspectsGetEveryOtherOfTheDoublingTimeSpans(long seconds, boolean isTime) {
        assertThat(Suspects.isTime(Duration.ofSeconds(seconds))).isEqualTo(isTime);
    }
}
