package io.github.rowmill.sample;

import io.github.rowmill.api.Missed;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Schedules;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The sample's accounts, each in its own time zone, and the schedule of each for its nightly analytics. */
@ApplicationScoped
class Accounts {

    /** An account and its time zone. */
    record Account(String name, ZoneId zone) {}

    static final List<Account> ALL = List.of(
            new Account("ada", ZoneId.of("Europe/London")),
            new Account("grace", ZoneId.of("America/New_York")),
            new Account("linus", ZoneId.of("Europe/Helsinki")),
            new Account("barbara", ZoneId.of("America/Los_Angeles")));

    /** Maximum age of a missed report: reports of a weekend without a node are made up for. */
    private static final Duration WEEKEND = Duration.ofDays(3);

    private final Schedules schedules;
    private final boolean wanted;

    Accounts(Schedules schedules, @ConfigProperty(name = "rowmill.sample.load") boolean wanted) {
        this.schedules = schedules;
        this.wanted = wanted;
    }

    void open(@Observes StartupEvent start) {
        if (wanted) {
            ALL.forEach(this::open);
        }
    }

    /**
     * Creates an account's schedule in the transaction that opens the account. It ticks every night, a minute
     * after midnight.
     */
    @Transactional
    void open(Account account) {
        String name = "analytics-" + account.name();
        if (schedules.find(name).isEmpty()) {
            DailyAnalytics.Day everyDay =
                    new DailyAnalytics.Day(account.name(), account.zone().getId(), null);
            schedules.create(NewSchedule.of(name, NewTask.of("daily-analytics", everyDay))
                    .cron("1 0 * * *")
                    .zone(account.zone())
                    .missed(Missed.ALL)
                    .missedWithin(WEEKEND));
        }
    }
}
