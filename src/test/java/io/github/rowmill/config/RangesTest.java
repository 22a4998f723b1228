package io.github.rowmill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.validator.BeanValidationConfigValidator;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests settings that a start refuses. They are read and validated as Quarkus does it. */
class RangesTest {

    private static final Validator VALIDATOR =
            Validation.buildDefaultValidatorFactory().getValidator();

    private static RowmillConfig read(Map<String, String> settings) {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(RowmillConfig.class)
                .withValidator((BeanValidationConfigValidator) () -> VALIDATOR)
                .withSources(new PropertiesConfigSource(settings, "test", 500))
                .build()
                .getConfigMapping(RowmillConfig.class);
    }

    @ParameterizedTest
    @CsvSource({
        "rowmill.workers, 10001, 1 to 10000",
        "rowmill.workers, 0, 1 to 10000",
        "rowmill.queues.\"mail\".workers, 0, 1 to 10000",
        "rowmill.queues.\"mail\".workers, 2000000000, 1 to 10000",
        "rowmill.types.\"event\".timeout, 200000d, 1ms to 36500d",
        "rowmill.types.\"event\".max-attempts, 2147483647, 1 to 1000000000",
        "rowmill.types.\"event\".backoff.first, 200000d, 1ms to 36500d",
        "rowmill.types.\"event\".backoff.max, 0s, 1ms to 36500d",
        "rowmill.poll-interval, 200000d, 1s to 1d",
        "rowmill.poll-interval, 10ms, 1s to 1d",
        "rowmill.claim-batch, 0, 1 to 10000",
        "rowmill.claim-batch, 2000000000, 1 to 10000",
        "rowmill.lease, 200000d, 1s to 30d",
        "rowmill.lease, 999ms, 1s to 30d",
        "rowmill.timeout, 200000d, 1ms to 36500d",
        "rowmill.timeout, -1s, 1ms to 36500d",
        "rowmill.max-attempts, 2147483647, 1 to 1000000000",
        "rowmill.max-crashes, 2147483647, 1 to 1000000",
        "rowmill.backoff.first, 200000d, 1ms to 36500d",
        "rowmill.backoff.max, 200000d, 1ms to 36500d",
        "rowmill.drain, 200000d, 0s to 30d",
        "rowmill.drain, -1s, 0s to 30d",
        "rowmill.grace-period, 999ms, 1s to 30d",
        "rowmill.retention.completed, 200000d, 0s to 36500d",
        "rowmill.retention.dead, 200000d, 0s to 36500d",
        "rowmill.retention.cancelled, 200000d, 0s to 36500d",
        "rowmill.payload.max-size, 99999999999999999999G, 2 to 64M",
        "rowmill.payload.max-size, 1, 2 to 64M",
        "rowmill.payload.max-depth, 1001, 1 to 1000",
        "rowmill.log.max-size, 2M, 1K to 1M"
    })
    void aValueOutOfItsRangeIsRefusedByKeyRangeAndValue(String key, String value, String range) {
        String quoteless = key.replace("\"", "");

        assertThatThrownBy(() -> read(Map.of(key, value)))
                .message()
                .satisfies(message ->
                        assertThat(message.replace("\"", "")).contains(quoteless + " must be " + range + ", is "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rowmill.context.key",
                "rowmill.context.former-keys",
                "rowmill.payload.encryption.key",
                "rowmill.payload.encryption.former-keys"
            })
    void aShortSecretIsRefusedAndNotPrinted(String key) {
        assertThatThrownBy(() -> read(Map.of(key, "hunter2")))
                .hasMessageContaining(key)
                .hasMessageContaining("32")
                .message()
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rowmill.lease", "rowmill.timeout", "rowmill.poll-interval", "rowmill.backoff.max"})
    void anUnreadableDurationIsRefusedByItsKey(String key) {
        assertThatThrownBy(() -> read(Map.of(key, "999999999999999999d"))).hasMessageContaining(key);
        assertThatThrownBy(() -> read(Map.of(key, "99999999999999999999999d"))).hasMessageContaining(key);
        assertThatThrownBy(() -> read(Map.of(key, "soon"))).hasMessageContaining(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rowmill.enabled",
                "rowmill.notify",
                "rowmill.claim-at-commit",
                "rowmill.api.enabled",
                "rowmill.dashboard.enabled",
                "rowmill.embedded",
                "rowmill.sample.enabled",
                "rowmill.sample.load"
            })
    void aMisspeltBooleanIsRefusedWithTheAllowedValues(String key) {
        assertThatThrownBy(() -> read(Map.of(key, "ture")))
                .hasMessageContaining(key)
                .hasMessageContaining("ture")
                .hasMessageContaining("must be true or false");
        assertThatCode(() -> read(Map.of(key, "True"))).doesNotThrowAnyException();
        assertThatCode(() -> read(Map.of(key, "no"))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"04", "09", "17", "31"})
    void aHashWithACostOutOfRangeIsRefusedByItsKey(String cost) {
        String hash = "$2a$%s$O7vUMQFpvk36I4xeyKyVdeF2tlAnb87MIeNr/.RYm8WGmDcs9rkh.".formatted(cost);

        assertThatThrownBy(() -> read(Map.of(
                        "rowmill.access.users.anna.password", hash, "rowmill.access.users.anna.permissions", "view")))
                .hasMessageContaining("rowmill.access.users.anna.password")
                .hasMessageContaining("a cost of 10 to 16");
    }

    @Test
    void allSettingsOutOfRangeAreNamedAtOnce() {
        assertThatThrownBy(() -> read(Map.of("rowmill.lease", "200000d", "rowmill.drain", "200000d")))
                .hasMessageContaining("rowmill.lease")
                .hasMessageContaining("rowmill.drain");
    }

    @ParameterizedTest
    @ValueSource(strings = {"depth", "concurrency"})
    void aRuleMayBeTheLargestInteger(String rule) {
        assertThatCode(() -> read(Map.of("rowmill.queues.mail.rules." + rule, "2147483647")))
                .doesNotThrowAnyException();
    }

    @Test
    void bothEndsOfARangeAreWithinIt() {
        Map<String, String> ends = Map.of(
                "rowmill.lease", "30d",
                "rowmill.poll-interval", "1s",
                "rowmill.drain", "0s",
                "rowmill.workers", "10000",
                "rowmill.payload.max-size", "64M",
                "rowmill.timeout", "36500d");

        assertThat(read(ends).payload().maxSize().asLongValue()).isEqualTo(64L * 1024 * 1024);
    }
}
