package io.github.rowmill.operate.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.config.TestConfig;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeLogTest {

    private static Optional<String> misfit(Map<String, String> settings) {
        RowmillConfig config = TestConfig.of(settings);
        return NodeLog.misfit(config.drain(), config.gracePeriod());
    }

    @Test
    void withoutAGracePeriodThereIsNoWarning() {
        assertThat(misfit(Map.of("rowmill.drain", "1h"))).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"docker, 10s", "kubernetes, 30s"})
    void theDefaultDrainFitsTheGracePeriodOfThePlatform(String platform, String gracePeriod) {
        assertThat(misfit(Map.of("rowmill.grace-period", gracePeriod))).isEmpty();
    }

    @Test
    void aDrainTooLongForTheGracePeriodGetsAWarning() {
        assertThat(misfit(Map.of("rowmill.drain", "9s", "rowmill.grace-period", "10s")))
                .hasValueSatisfying(warning ->
                        assertThat(warning).contains("rowmill.drain is 9s").contains("rowmill.grace-period is 10s"));
    }
}
