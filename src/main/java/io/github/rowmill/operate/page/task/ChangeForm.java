package io.github.rowmill.operate.page.task;

import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskChange;
import jakarta.ws.rs.FormParam;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A form that changes a task. A field that is empty or unchanged changes nothing. */
final class ChangeForm {

    @FormParam("version")
    long version;

    @FormParam("queue")
    @Nullable
    String queue;

    @FormParam("priority")
    @Nullable
    String priority;

    @FormParam("runAt")
    @Nullable
    String runAt;

    @FormParam("maxAttempts")
    @Nullable
    String maxAttempts;

    @FormParam("payload")
    @Nullable
    String payload;

    private final List<Violation> violations = new ArrayList<>();

    /**
     * Returns the difference between the form and the task as it is shown.
     *
     * @param zone the zone of the entered time
     * @throws InvalidTaskException if a field makes no sense, or if nothing was changed
     */
    TaskChange change(TaskView shown, ZoneId zone) {
        Task task = shown.task();
        String changedQueue = changed(queue, task.getQueue());
        Integer changedPriority = number("priority", changed(priority, String.valueOf(task.getPriority())));
        Instant changedRunAt = moment(runAt, zone);
        Integer changedMax = number("maxAttempts", changed(maxAttempts, String.valueOf(task.getMaxAttempts())));
        String changedPayload = changed(payload, shown.payload());
        boolean isEmpty = Objects.equals(changedQueue, null)
                && changedPriority == null
                && changedRunAt == null
                && changedMax == null
                && changedPayload == null;
        if (isEmpty && violations.isEmpty()) {
            violations.add(new Violation("", "no field of the form was changed"));
        }
        if (!violations.isEmpty()) {
            throw new InvalidTaskException(task.getType(), violations);
        }
        return new TaskChange(changedQueue, changedPriority, changedRunAt, null, changedMax, changedPayload);
    }

    /** Returns a sent value, or null if it is empty or unchanged. Browsers replace line ends by their own. */
    private static @Nullable String changed(@Nullable String sent, @Nullable String current) {
        String value = sent == null ? "" : sent.replace("\r\n", "\n").strip();
        return value.isEmpty() || value.equals(current) ? null : value;
    }

    private @Nullable Integer number(String name, @Nullable String value) {
        try {
            return value == null ? null : Integer.valueOf(value);
        } catch (NumberFormatException e) {
            violations.add(new Violation(name, "must be a whole number"));
            return null;
        }
    }

    private @Nullable Instant moment(@Nullable String value, ZoneId zone) {
        try {
            return value == null || value.isBlank()
                    ? null
                    : LocalDateTime.parse(value.strip()).atZone(zone).toInstant();
        } catch (DateTimeException e) {
            violations.add(new Violation("runAt", "must be a day and a time"));
            return null;
        }
    }
}
