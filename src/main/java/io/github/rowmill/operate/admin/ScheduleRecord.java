package io.github.rowmill.operate.admin;

import io.github.rowmill.api.Schedule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A schedule in the form of the audit: only the fields that are set, and only the length of the payload. */
final class ScheduleRecord {

    private ScheduleRecord() {}

    static Map<String, Object> of(Schedule schedule) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("type", schedule.type());
        all.put(
                "payload",
                schedule.payload() == null ? null : schedule.payload().length() + " characters");
        all.put("queue", schedule.queue());
        all.put("priority", schedule.priority());
        all.put("key", schedule.key());
        all.put("maxAttempts", schedule.maxAttempts());
        all.put("cron", schedule.cron());
        all.put("every", text(schedule.every()));
        all.put("zone", schedule.zone());
        all.put("clockChange", text(schedule.clockChange()));
        all.put("missed", text(schedule.missed()));
        all.put("missedWithin", text(schedule.missedWithin()));
        all.put("overlap", text(schedule.overlap()));
        all.put("jitter", text(schedule.jitter()));
        all.put("starts", text(schedule.starts()));
        all.put("ends", text(schedule.ends()));
        all.put("paused", schedule.paused());
        all.put("pinned", schedule.pinned());
        Map<String, Object> set = new LinkedHashMap<>();
        all.forEach((name, value) -> {
            if (value != null) {
                set.put(name, value);
            }
        });
        return set;
    }

    private static @Nullable String text(@Nullable Object value) {
        return Objects.toString(value, null);
    }
}
