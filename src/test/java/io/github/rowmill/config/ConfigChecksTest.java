package io.github.rowmill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigChecksTest {

    private static ConfigChecks checks(Map<String, String> settings) {
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .withMapping(RowmillConfig.class)
                .withConverter(java.time.Duration.class, 300, new io.quarkus.runtime.configuration.DurationConverter())
                .withConverter(
                        io.quarkus.runtime.configuration.MemorySize.class,
                        300,
                        new io.quarkus.runtime.configuration.MemorySizeConverter())
                .withDefaultValues(settings)
                .build();
        return new ConfigChecks(config.getConfigMapping(RowmillConfig.class), config);
    }

    @Test
    void theDefaultsHaveNoProblem() {
        assertThat(checks(Map.of()).problems()).isEmpty();
    }

    @Test
    void allWrongSettingsAreNamedAtOnce() {
        ConfigChecks checks = checks(Map.of(
                "quarkus.scheduler.enabled", "false",
                "rowmill.backoff.first", "2h",
                "rowmill.types.\"daily-report\".backoff.max", "1s",
                "rowmill.queues.mail.workers", "11"));

        assertThatThrownBy(() -> checks.check(List.of("what others have found")))
                .hasMessageContaining("quarkus.scheduler.enabled is false")
                .hasMessageContaining("what others have found")
                .hasMessageContaining("rowmill.backoff.first is PT2H")
                .hasMessageContaining("rowmill.types.\"daily-report\".backoff.first")
                .hasMessageContaining("rowmill.queues.\"mail\".workers is 11");
    }

    @Test
    void aCallerCannotBeCarriedWithoutAKey() {
        assertThat(checks(Map.of("rowmill.context.identity", "true")).problems())
                .singleElement()
                .asString()
                .contains("rowmill.context.identity is true, and rowmill.context.key is not set");
    }

    @Test
    void aNodeThatOnlyEnqueuesNeedsNoScheduler() {
        assertThat(checks(Map.of(
                                "rowmill.enabled", "false",
                                "quarkus.scheduler.enabled", "false"))
                        .problems())
                .isEmpty();
    }
}
