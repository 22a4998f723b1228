package org.acme.shop;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.api.TaskContext;
import io.quarkus.mailer.Mail;
import io.quarkus.mailer.Mailer;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.ZoneId;

@ApplicationScoped
class Reports {

    record Office(String country, String zone) {}

    @Inject
    Mailer mailer;

    @Handles("nightly-report")
    @Recurring(
            name = "report-berlin",
            cron = "0 1 * * *",
            zone = "Europe/Berlin",
            payload = "{\"country\": \"DE\", \"zone\": \"Europe/Berlin\"}")
    @Recurring(
            name = "report-tokyo",
            cron = "0 1 * * *",
            zone = "Asia/Tokyo",
            payload = "{\"country\": \"JP\", \"zone\": \"Asia/Tokyo\"}")
    void report(Office office, TaskContext task) {
        Instant end = task.scheduledFor().orElseThrow(); // the tick, however late this runs
        Instant start = end.atZone(ZoneId.of(office.zone())).minusDays(1).toInstant();
        long orders = Order.count("country = ?1 and placed >= ?2 and placed < ?3", office.country(), start, end);
        String subject = "Orders from " + office.country() + ": " + orders;
        mailer.send(Mail.withText("office@example.org", subject, "From " + start + " to " + end));
    }
}
