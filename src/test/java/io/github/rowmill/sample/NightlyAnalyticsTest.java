package io.github.rowmill.sample;

import static io.github.rowmill.testing.TaskAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Schedules;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class NightlyAnalyticsTest {

    @Inject
    Accounts accounts;

    @Inject
    Schedules schedules;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    @AfterEach
    void clear() {
        rows.clear();
        rows.execute("delete from sample_report; delete from rowmill_schedule where name like 'analytics-%'");
    }

    @Test
    void everyNightEachAccountHasATaskForItsDayThatIsDueByEight() {
        Accounts.ALL.forEach(accounts::open);
        Accounts.ALL.forEach(accounts::open);
        mill.pass(Duration.ofDays(1));

        mill.drain();

        assertThat(mill.tasks())
                .hasEnqueued("daily-analytics")
                .withStatus(TaskStatus.COMPLETED)
                .times(Accounts.ALL.size());
        assertThat(rows.number("select count(distinct account) from sample_report where made is not null"))
                .isEqualTo(Accounts.ALL.size());
        for (Accounts.Account account : Accounts.ALL) {
            String zone = account.zone().getId();
            assertThat(rows.text("""
                            select to_char(t.tick at time zone '%s', 'HH24:MI:SS') || ' ' ||
                                   to_char(r.due at time zone '%s', 'HH24:MI') || ' ' ||
                                   (cast(t.tick at time zone '%s' as date) - r.day) || ' ' ||
                                   (cast(r.due at time zone '%s' as date) - r.day)
                              from rowmill_task t, sample_report r
                             where t.schedule = 'analytics-%s' and r.account = '%s'
                            """.formatted(zone, zone, zone, zone, account.name(), account.name())))
                    .isEqualTo("00:01:00 08:00 1 1");
        }
    }

    @Test
    void aNightCountsTheEventsOfItsDay() {
        Accounts.Account account = Accounts.ALL.get(0);
        accounts.open(account);
        String zone = account.zone().getId();
        // the night's tick is at 00:01, so until then the latest tick is that of the night before
        rows.execute("""
                insert into sample_event (task_id, account, name, n, created)
                select 0, '%s', 'page-view', n, date_trunc('day', (now() - interval '1 min') at time zone '%s') at time zone '%s' + make_interval(secs => s)
                  from (values (1, -86401), (10, -86400), (100, -1), (1000, 0)) e (n, s)
                """.formatted(account.name(), zone, zone));
        mill.pass("analytics-" + account.name(), Duration.ofDays(1));

        mill.drain();

        assertThat(rows.text("select events || ' ' || total from sample_report"))
                .isEqualTo("2 110");
    }

    @Test
    void theReportsOfAMissedWeekendAreCreatedLater() {
        Accounts.Account account = Accounts.ALL.get(0);
        accounts.open(account);
        mill.pass("analytics-" + account.name(), Duration.ofHours(71));

        for (int i = 0; i < 3; i++) {
            mill.drain();
        }

        assertThat(rows.number("select count(*) from sample_report")).isBetween(2L, 3L);
    }
}
