package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.Missed;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Overlap;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.api.Schedules;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(Examples.class)
class RecurringExampleTest {

    @IfBuildProperty(name = Examples.PROPERTY, stringValue = "true")
    @ApplicationScoped
    static class Nights {

        @Inject
        Schedules schedules;

        @Handles("clean-up")
        @Recurring(cron = "30 2 * * *", zone = "Europe/Berlin", overlap = Overlap.SKIP)
        @Transactional
        void cleanUp(TaskContext task) {
            Instant night = task.scheduledFor().orElseThrow(); // the same for every attempt, however late
            // your work
        }

        record Exchange(@NotBlank String city) {}

        @Handles("fetch-rates")
        @Recurring(
                name = "rates-berlin",
                cron = "0 18 * * MON-FRI",
                zone = "Europe/Berlin",
                payload = "{\"city\": \"Berlin\"}")
        @Recurring(
                name = "rates-tokyo",
                cron = "0 18 * * MON-FRI",
                zone = "Asia/Tokyo",
                payload = "{\"city\": \"Tokyo\"}")
        void fetch(Exchange exchange) { // the payload names the schedule's city
            // your work
        }

        @Transactional // the account and its schedule commit together
        void open(String account, ZoneId zone) {
            schedules.create(NewSchedule.of("report-" + account, NewTask.of("nightly-report", new Report(account)))
                    .cron("1 0 * * *")
                    .zone(zone)
                    .missed(Missed.ALL)
                    .missedWithin(Duration.ofDays(3)));
        }

        record Report(@NotBlank String account) {}

        @Handles("nightly-report")
        @Transactional
        void report(Report report, TaskContext task) {
            // your work
        }
    }

    @Inject
    Nights nights;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    void clear() {
        rows.clear();
    }

    @AfterEach
    void delete() {
        rows.execute(
                "delete from rowmill_schedule where name in ('clean-up', 'rates-berlin', 'rates-tokyo', 'report-a7')");
    }

    @Test
    void theExampleRuns() {
        nights.open("a7", ZoneId.of("America/New_York"));
        mill.pass("report-a7", Duration.ofDays(2));
        mill.pass("clean-up", Duration.ofDays(2));
        mill.pass("rates-berlin", Duration.ofDays(4));
        mill.pass("rates-tokyo", Duration.ofDays(4));

        mill.drain();
        mill.drain();

        assertThat(rows.text("""
                        select string_agg(distinct type || ' ' || status || ' ' ||
                                          to_char(tick at time zone case type when 'clean-up' then 'Europe/Berlin' else 'America/New_York' end,
                                                  'HH24:MI'), ', ')
                          from rowmill_task
                         where type in ('clean-up', 'nightly-report')
                        """)).startsWith("clean-up completed 0").endsWith("nightly-report completed 00:01");
        assertThat(rows.text("""
                        select string_agg(distinct (details ->> 'city') || ' ' || status || ' ' ||
                                          to_char(tick at time zone case details ->> 'city' when 'Berlin' then 'Europe/Berlin' else 'Asia/Tokyo' end,
                                                  'HH24:MI'), ', ')
                          from rowmill_task
                         where type = 'fetch-rates'
                        """)).isEqualTo("Berlin completed 18:00, Tokyo completed 18:00");
    }
}
