package io.github.rowmill.operate.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.store.read.Count;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverviewTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; EXACT; 0",
                "9999; EXACT; 9,999",
                "10000; AT_LEAST; 10,000+",
                "1234567; ESTIMATED; \u2248\u202F1,200,000"
            })
    void aCountSaysHowWellItIsKnown(int count, Count.Precision precision, String text) {
        assertThat(Overview.text(new Count(count, precision))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, –",
        "PT-1S, –",
        "PT1.25S, 1.3 s",
        "PT59.9S, 59.9 s",
        "PT1M, 1 min 0 s",
        "PT1H1M1S, 1 h 1 min",
        "PT50H, 2 d 2 h"
    })
    void aLagHasItsTwoLargestUnits(Duration lag, String text) {
        assertThat(LagText.text(lag)).isEqualTo(text);
    }
}
