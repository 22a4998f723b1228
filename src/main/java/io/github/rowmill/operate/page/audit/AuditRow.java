package io.github.rowmill.operate.page.audit;

import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.AuditEntry;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * An action of a user.
 *
 * @param day the day on which it was done
 * @param address address from which the request came; empty if it came from no network
 * @param link path of the thing that was changed, below {@code /rowmill/}
 * @param changes the fields that differ before and after
 */
public record AuditRow(
        long id,
        String day,
        String time,
        String actor,
        String address,
        String action,
        String kind,
        String name,
        String link,
        List<Change> changes) {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu", Locale.ENGLISH);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH);

    /** A field that differs. A value is empty if the field did not exist. */
    public record Change(String field, String before, String after) {}

    static AuditRow of(AuditEntry entry, Times times) {
        ZonedDateTime at = entry.at().atZone(times.zone());
        return new AuditRow(
                entry.id(),
                DAY.format(at),
                TIME.format(at),
                entry.actor(),
                entry.address() == null ? "" : entry.address(),
                entry.action(),
                entry.kind(),
                entry.name(),
                link(entry.kind(), entry.name()),
                Changes.between(entry.before(), entry.after()));
    }

    private static String link(String kind, String name) {
        String encoded = Search.encoded(name);
        return switch (kind) {
            case Audit.Target.TASK -> "tasks/" + encoded;
            case Audit.Target.QUEUE -> "queues?queue=" + encoded;
            case Audit.Target.TOPIC -> "topics";
            case Audit.Target.JOB -> "bulk/" + encoded;
            case Audit.Target.VIEW -> "tasks";
            default -> "recurring";
        };
    }
}
