package io.github.rowmill.feature.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistogramTest {

    @ParameterizedTest(name = "{0} -> bucket {1}")
    @CsvSource({
        "PT0S, 0",
        "PT0.000999S, 0",
        "PT0.001S, 1",
        "PT0.0019S, 1",
        "PT0.002S, 2",
        "PT0.004S, 3",
        "PT1S, 10",
        "PT1H, 22",
        "PT71H, 28",
        "PT75H, 29",
        "P36500D, 29",
        "PT-1S, 0"
    })
    void eachBucketEndsAtTwiceTheEndOfTheOneBefore(Duration time, int bucket) {
        assertThat(Histogram.bucket(time)).isEqualTo(bucket);
    }

    @ParameterizedTest(name = "{0} of all within {1}")
    @CsvSource({"0.25, PT0.0005S", "0.5, PT0.001S", "0.75, PT0.006S", "1, PT0.008S"})
    void aQuantileIsInterpolatedWithinItsBucket(double share, Duration within) {
        assertThat(new Histogram(List.of(2L, 0L, 0L, 2L)).quantile(share)).isEqualTo(within);
    }

    @Test
    void anEmptyHistogramHasNoQuantile() {
        assertThat(Histogram.EMPTY.quantile(0.5)).isNull();
        assertThat(new Histogram(List.of(0L, 0L)).quantile(0.5)).isNull();
    }
}
