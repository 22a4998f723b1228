package org.acme;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.rowmill.api.Schedules;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class RecurringTest {

    @Inject
    Schedules schedules;

    @Inject
    ManualMill mill;

    @BeforeEach
    void clear() {
        mill.clear();
    }

    @Test
    void aTickMakesOneTask() {
        mill.pass("look-for-orders", Duration.ofSeconds(10));

        mill.runOnce();

        assertThat(mill.tasks())
                .hasEnqueued("look-for-orders")
                .withStatus(TaskStatus.COMPLETED)
                .once();
    }

    @ParameterizedTest
    @CsvSource({"rates-berlin, Berlin, Europe/Berlin", "rates-tokyo, Tokyo, Asia/Tokyo"})
    void ratesAreFetchedAtSixOfTheCity(String schedule, String city, ZoneId zone) {
        mill.pass(schedule, Duration.ofDays(1));

        mill.runOnce();

        assertThat(mill.tasks())
                .hasEnqueued("fetch-rates")
                .withPayload(new Clock.Exchange(city))
                .withStatus(TaskStatus.COMPLETED)
                .once();
        assertEquals(
                LocalTime.of(18, 0),
                schedules.nextRuns(schedule, 1).get(0).atZone(zone).toLocalTime());
    }
}
