package io.github.rowmill.sample;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.LocalDate;

/** Daily analytics: one task for each account and day sums the account's events into its report. */
@ApplicationScoped
class DailyAnalytics {

    private final EntityManager entities;

    DailyAnalytics(EntityManager entities) {
        this.entities = entities;
    }

    /** Which account's day. */
    record Day(@NotBlank String account, @NotNull LocalDate day) {}

    private static final String SUM = """
            insert into sample_report (account, day, events, total)
            select :account, :day, count(*), coalesce(sum(n), 0)
              from sample_event
             where account = :account
               and created >= :day
               and created < cast(:day as date) + 1
                on conflict (account, day) do update
               set events = excluded.events, total = excluded.total
            """;

    @Handles(value = "daily-analytics", queue = "nightly")
    @Transactional
    void report(Day day) {
        entities.createNativeQuery(SUM)
                .setParameter("account", day.account())
                .setParameter("day", day.day())
                .executeUpdate();
    }
}
