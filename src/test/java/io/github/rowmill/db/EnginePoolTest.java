package io.github.rowmill.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.Driver;

class EnginePoolTest {

    @ParameterizedTest(name = "a lease of {0} s -> {1} s")
    @CsvSource({"1, 3", "12, 3", "30, 7.5", "60, 15", "3600, 15"})
    void theLongestWaitIsAQuarterOfTheLeaseWithinLimits(long lease, double seconds) {
        assertThat(EnginePool.longestWait(Duration.ofSeconds(lease)))
                .isEqualTo(Duration.ofMillis((long) (seconds * 1000)));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db/shop, jdbc:postgresql://db/shop?connectTimeout=7&socketTimeout=7&queryTimeout=6",
        "jdbc:postgresql://db/shop?socketTimeout=60, jdbc:postgresql://db/shop?socketTimeout=60&connectTimeout=7&socketTimeout=7&queryTimeout=6"
    })
    void theLimitsAreAppendedToTheUrl(String url, String limited) {
        assertThat(EnginePool.limited(url, Duration.ofMillis(7_500))).isEqualTo(limited);
    }

    @Test
    void theDriverUsesTheLastValueInTheUrl() {
        String url = EnginePool.limited("jdbc:postgresql://db/shop?socketTimeout=60", Duration.ofSeconds(7));

        assertThat(Driver.parseURL(url, new Properties())).containsEntry("socketTimeout", "7");
    }
}
