package io.github.rowmill.operate.page.audit;

import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.AuditEntry;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import io.quarkus.qute.TemplateExtension;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Formats entries of the audit for templates. */
@TemplateExtension
public final class AuditTexts {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu", Locale.ENGLISH);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH);

    private AuditTexts() {}

    /** Returns the day of the action in the viewer's time zone. */
    public static String day(AuditEntry entry, Times times) {
        return DAY.format(entry.at().atZone(times.zone()));
    }

    public static String time(AuditEntry entry, Times times) {
        return TIME.format(entry.at().atZone(times.zone()));
    }

    /** Returns the fields that differ before and after the action. */
    public static List<Changes.Change> changes(AuditEntry entry) {
        return Changes.between(entry.before(), entry.after());
    }

    /** Returns the path of the thing that was changed, below {@code /rowmill/}. */
    public static String link(AuditEntry entry) {
        String encoded = Search.encoded(entry.name());
        return switch (entry.kind()) {
            case Audit.Target.TASK -> "tasks/" + encoded;
            case Audit.Target.QUEUE -> "queues?queue=" + encoded;
            case Audit.Target.TOPIC -> "topics";
            case Audit.Target.FLOW -> "flows/" + encoded;
            case Audit.Target.JOB -> "bulk/" + encoded;
            case Audit.Target.VIEW -> "tasks";
            default -> "recurring";
        };
    }
}
