package io.github.rowmill.feature.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.handler.TestTypes;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the schedules that an annotation and the configuration declare together. */
class DeclaredSchedulesTest {

    private static final TaskType TYPE = TestTypes.type("report");

    @Recurring(cron = "${reports.cron}", zone = "${reports.zone:Europe/Berlin}", payload = "{\"price\": \"$5\"}")
    private static final class Configured {}

    @Recurring(every = "${reports.every:15m}", queue = "${reports.queue:night}")
    private static final class Defaulted {}

    private static Optional<NewSchedule> read(Class<?> annotated, Map<String, String> settings) {
        return new DeclaredSchedules(new Placeholders(TestConfig.read(settings)), TestConfig.of(settings))
                .of(TYPE, annotated.getAnnotation(Recurring.class));
    }

    @Test
    void placeholdersAreFilledAndOtherTextStays() {
        NewSchedule schedule =
                read(Configured.class, Map.of("reports.cron", "1 0 * * *")).orElseThrow();

        assertThat(schedule.cron()).isEqualTo("1 0 * * *");
        assertThat(schedule.zone()).isEqualTo("Europe/Berlin");
        assertThat(schedule.task().json()).isEqualTo("{\"price\": \"$5\"}");
    }

    @Test
    void aPlaceholderWithoutAValueHasItsDefault() {
        NewSchedule schedule =
                read(Defaulted.class, Map.of("reports.queue", "day")).orElseThrow();

        assertThat(schedule.every()).isEqualTo(Duration.ofMinutes(15));
        assertThat(schedule.task().queue()).isEqualTo("day");
    }

    @Test
    void anErrorNamesAPlaceholderWithoutValueAndDefault() {
        assertThatThrownBy(() -> read(Configured.class, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("${reports.cron} has no value: set reports.cron");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            reports.every                        | off
            reports.every                        | disabled
            rowmill.schedules."report".cron      | off
            rowmill.schedules."report".enabled   | false
            """)
    void aScheduleIsSwitchedOffForANode(String key, String value) {
        assertThat(read(Defaulted.class, Map.of(key, value))).isEmpty();
    }

    @Test
    void configurationWinsOverTheAnnotation() {
        NewSchedule cron = read(
                        Defaulted.class,
                        Map.of(
                                "rowmill.schedules.\"report\".cron", "@daily",
                                "rowmill.schedules.\"report\".zone", "Asia/Tokyo"))
                .orElseThrow();
        NewSchedule every = read(Configured.class, Map.of("rowmill.schedules.\"report\".every", "90s"))
                .orElseThrow();

        assertThat(cron.cron()).isEqualTo("@daily");
        assertThat(cron.zone()).isEqualTo("Asia/Tokyo");
        assertThat(cron.every()).isNull();
        assertThat(every.every()).isEqualTo(Duration.ofSeconds(90));
        assertThat(every.cron()).isNull();
    }

    @Test
    void settingsOfAnUndeclaredScheduleAreRefused() {
        Map<String, String> settings = Map.of("rowmill.schedules.\"raport\".cron", "@daily");
        DeclaredSchedules declared =
                new DeclaredSchedules(new Placeholders(TestConfig.read(settings)), TestConfig.of(settings));

        assertThatThrownBy(() -> declared.refuseOthers(Set.of("report")))
                .hasMessage(
                        "rowmill.schedules.\"raport\" is not declared by @Recurring; the declared schedules are [report]");
    }
}
