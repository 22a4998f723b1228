package io.github.rowmill.sample;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.TaskContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.NotBlank;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Daily analytics. Every night at 00:01 in the account's time zone, one task sums the events of the day before
 * into a report, which is due by 8 AM.
 */
@ApplicationScoped
class DailyAnalytics {

    private static final LocalTime DUE = LocalTime.of(8, 0);

    private final EntityManager entities;

    DailyAnalytics(EntityManager entities) {
        this.entities = entities;
    }

    /** Payload: the account and its day. A null day means the day before the tick. */
    record Day(
            @NotBlank String account,
            @NotBlank String zone,
            @Nullable LocalDate day) {}

    private static final String SUM = """
            insert into sample_report (account, day, events, total, due, made)
            select :account, :day, count(*), coalesce(sum(n), 0), :due, now()
              from sample_event
             where account = :account
               and created >= :begins
               and created < :ends
                on conflict (account, day) do update
               set events = excluded.events, total = excluded.total, made = excluded.made
            """;

    @Handles(value = "daily-analytics", queue = "nightly")
    @Transactional
    void report(Day asked, TaskContext task) {
        ZoneId zone = ZoneId.of(asked.zone());
        LocalDate day = asked.day() != null ? asked.day() : dayBefore(task, zone);
        entities.createNativeQuery(SUM)
                .setParameter("account", asked.account())
                .setParameter("day", day)
                .setParameter("begins", day.atStartOfDay(zone).toInstant())
                .setParameter("ends", day.plusDays(1).atStartOfDay(zone).toInstant())
                .setParameter("due", day.plusDays(1).atTime(DUE).atZone(zone).toInstant())
                .executeUpdate();
    }

    /** Returns the day before the tick, not before now, so that a late or repeated task covers the same day. */
    private static LocalDate dayBefore(TaskContext task, ZoneId zone) {
        return task.scheduledFor()
                .map(tick -> LocalDate.ofInstant(tick, zone).minusDays(1))
                .orElseThrow(
                        () -> new IllegalArgumentException("the payload has no day, and no schedule made the task"));
    }
}
