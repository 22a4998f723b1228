package io.github.rowmill.handler;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.OnFailure.Then;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.task.Backoff;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TypeSettingsTest {

    @Test
    void generalDefaultsApplyToAPlainHandler() {
        TaskType type = type(Plain.class, Map.of());

        assertThat(type.name()).isEqualTo("plain");
        assertThat(type.queue()).isEqualTo("default");
        assertThat(type.timeout()).isEqualTo(ofMinutes(15));
        assertThat(type.maxAttempts()).isEqualTo(10);
        assertThat(type.retry()).isEqualTo(new RetryPolicy(new Backoff(ofSeconds(5), ofMinutes(60)), List.of()));
    }

    @Test
    void generalConfigurationIsTheDefault() {
        TaskType type = type(
                Plain.class,
                Map.of("rowmill.timeout", "7s", "rowmill.max-attempts", "4", "rowmill.backoff.first", "250ms"));

        assertThat(type.timeout()).isEqualTo(ofSeconds(7));
        assertThat(type.maxAttempts()).isEqualTo(4);
        assertThat(type.retry().backoff().first()).isEqualTo(ofMillis(250));
    }

    @Test
    void annotationWinsOverTheGeneralConfiguration() {
        TaskType type = type(Annotated.class, Map.of("rowmill.timeout", "7s", "rowmill.max-attempts", "4"));

        assertThat(type.queue()).isEqualTo("night");
        assertThat(type.timeout()).isEqualTo(ofSeconds(90));
        assertThat(type.maxAttempts()).isEqualTo(3);
    }

    @Test
    void typesConfigurationWinsOverTheAnnotation() {
        TaskType type = type(
                Annotated.class,
                Map.of(
                        "rowmill.types.\"full-report\".queue", "day",
                        "rowmill.types.\"full-report\".timeout", "1m",
                        "rowmill.types.\"full-report\".max-attempts", "2",
                        "rowmill.types.\"full-report\".backoff.first", "1s",
                        "rowmill.types.\"full-report\".backoff.max", "2s"));

        assertThat(type.queue()).isEqualTo("day");
        assertThat(type.timeout()).isEqualTo(ofMinutes(1));
        assertThat(type.maxAttempts()).isEqualTo(2);
        assertThat(type.retry().backoff()).isEqualTo(new Backoff(ofSeconds(1), ofSeconds(2)));
    }

    @Test
    void settingsMissingInTheConfigurationStayAsAnnotated() {
        TaskType type = type(Annotated.class, Map.of("rowmill.types.\"full-report\".queue", "day"));

        assertThat(type.maxAttempts()).isEqualTo(3);
        assertThat(type.retry().backoff()).isEqualTo(new Backoff(ofSeconds(5), ofMinutes(60)));
    }

    @Test
    void otherTypesConfigurationDoesNotMatter() {
        assertThat(type(Plain.class, Map.of("rowmill.types.\"full-report\".queue", "day"))
                        .queue())
                .isEqualTo("default");
    }

    @Test
    void failureRulesAreRead() {
        assertThat(type(Annotated.class, Map.of()).retry().rules())
                .containsExactly(
                        new RetryPolicy.Rule(IOException.class, Then.SNOOZE, ofSeconds(30)),
                        new RetryPolicy.Rule(IllegalStateException.class, Then.GIVE_UP, null));
    }

    @Test
    void anInvalidDurationIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> type(Misspelt.class, Map.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "@Handles(timeout) of Misspelt.run is 'soon', which is not a positive duration of at most 36500 days; examples: 90s, 15m, PT15M");
    }

    @Test
    void anAnnotationValueOutOfRangeIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> type(Endless.class, Map.of()))
                .hasMessageContaining("@Handles(timeout) of Endless.run is '200000d'")
                .hasMessageContaining("at most 36500 days");
        assertThatThrownBy(() -> type(Unthinkable.class, Map.of()))
                .hasMessageContaining("@Handles(timeout) of Unthinkable.run is '999999999999999999d'");
        assertThatThrownBy(() -> type(Stubborn.class, Map.of()))
                .hasMessage("@Handles(maxAttempts) of Stubborn.run is 2147483647; the most is 1000000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void anInvalidQueueNameInTheConfigurationIsRefused(String queue) {
        assertThatThrownBy(() -> type(Plain.class, Map.of("rowmill.types.\"plain\".queue", queue)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("rowmill.types.\"plain\".queue must not be '%s': the path of a URL cannot hold it", queue);
    }

    @Test
    void anInvalidQueueNameInTheAnnotationIsRefused() {
        assertThatThrownBy(() -> type(Above.class, Map.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("@Handles(queue) of Above.run must not be '..': the path of a URL cannot hold it");
        assertThatThrownBy(() -> type(Blank.class, Map.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("@Handles(queue) of Blank.run must have 1 to 200 characters, not all blank, has 1");
        assertThat(type(Above.class, Map.of("rowmill.types.\"above\".queue", "day"))
                        .queue())
                .isEqualTo("day");
    }

    private static TaskType type(Class<?> bean, Map<String, String> properties) {
        return new TypeSettings(TestConfig.of(properties)).of(TestTypes.declare(bean, null));
    }

    private static final class Above {

        @Handles(value = "above", queue = "..")
        void run() {}
    }

    private static final class Blank {

        @Handles(value = "blank", queue = " ")
        void run() {}
    }

    private static final class Endless {

        @Handles(value = "endless", timeout = "200000d")
        void run() {}
    }

    private static final class Unthinkable {

        @Handles(value = "unthinkable", timeout = "999999999999999999d")
        void run() {}
    }

    private static final class Stubborn {

        @Handles(value = "stubborn", maxAttempts = Integer.MAX_VALUE)
        void run() {}
    }

    private static final class Plain {

        @Handles("plain")
        void run() {}
    }

    private static final class Annotated {

        @Handles(value = "full-report", queue = "night", timeout = "90s", maxAttempts = 3)
        @OnFailure(of = IOException.class, then = Then.SNOOZE, after = "30s")
        @OnFailure(of = IllegalStateException.class, then = Then.GIVE_UP)
        void run() {}
    }

    private static final class Misspelt {

        @Handles(value = "misspelt", timeout = "soon")
        void run() {}
    }
}
