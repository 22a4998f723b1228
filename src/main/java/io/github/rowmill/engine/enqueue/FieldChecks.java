package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.Violation;
import io.github.rowmill.task.Moments;
import io.github.rowmill.text.Storable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks the fields of a new task against their ranges. The messages contain the rule and the value. */
final class FieldChecks {

    private static final int MAX_NAME = 200;
    private static final int MAX_KEY = 500;
    private static final int MAX_TAG = 100;
    private static final int MAX_TAGS = 20;

    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private final List<Violation> violations = new ArrayList<>();

    private FieldChecks() {}

    /**
     * Returns the violations of a task.
     *
     * @param kept least time for which ended tasks are kept, whatever their status
     */
    static List<Violation> of(NewTask task, Duration kept) {
        FieldChecks checks = new FieldChecks();
        checks.text("type", Objects.requireNonNullElse(task.type(), ""), MAX_NAME);
        checks.queue(task.queue());
        checks.text("key", task.key(), MAX_NAME);
        checks.text("source", task.source(), MAX_NAME);
        checks.tags(task.tags());
        checks.range("priority", task.priority(), Short.MIN_VALUE, Short.MAX_VALUE);
        Integer maxAttempts = task.maxAttempts();
        checks.range("maxAttempts", maxAttempts == null ? 1 : maxAttempts, 1, Integer.MAX_VALUE);
        checks.duration("delay", task.delay(), Duration.ZERO);
        checks.duration("timeout", task.timeout(), Duration.ofMillis(1));
        checks.moment("runAt", task.runAt());
        checks.deadline(task);
        checks.uniqueness(task, kept);
        return checks.violations;
    }

    private void deadline(NewTask task) {
        Instant expireAt = task.expireAt();
        Duration expireAfter = task.expireAfter();
        moment("expireAt", expireAt);
        duration("expireAfter", expireAfter, Duration.ofMillis(1));
        if (expireAt != null && task.runAt() != null && !expireAt.isAfter(task.runAt())) {
            refuse("expireAt", "must be after runAt, %s, was %s".formatted(task.runAt(), expireAt));
        }
        if (expireAfter != null && task.delay() != null && expireAfter.compareTo(task.delay()) <= 0) {
            refuse("expireAfter", "must be longer than delay, %s, was %s".formatted(task.delay(), expireAfter));
        }
    }

    private void uniqueness(NewTask task, Duration kept) {
        text("uniqueKey", task.uniqueKey(), MAX_KEY);
        range("uniqueBy", task.uniqueBy().size(), 0, MAX_TAGS);
        task.uniqueBy().forEach(field -> text("uniqueBy", field, MAX_NAME));
        Duration uniqueFor = task.uniqueFor();
        duration("uniqueFor", uniqueFor, Duration.ofMillis(1));
        if (uniqueFor != null && uniqueFor.compareTo(kept) > 0) {
            refuse(
                    "uniqueFor",
                    "must be at most %s, the shortest of rowmill.retention, was %s; a key is free when its task is deleted"
                            .formatted(kept, uniqueFor));
        }
        if (task.uniqueKey() == null && task.uniqueBy().isEmpty()) {
            keyless(task);
        }
    }

    /** Checks a task without a unique key. {@code REFUSE} is allowed here, as it always was. */
    private void keyless(NewTask task) {
        String message = "needs uniqueKey or uniqueBy";
        if (task.uniqueFor() != null) {
            refuse("uniqueFor", message);
        }
        if (task.isUniqueWhileQueued()) {
            refuse("uniqueWhileQueued", message);
        }
        if (task.onDuplicate() == OnDuplicate.REPLACE || task.onDuplicate() == OnDuplicate.RESCHEDULE) {
            refuse("onDuplicate", message);
        }
    }

    private void tags(List<String> tags) {
        range("tags", tags.size(), 0, MAX_TAGS);
        for (int i = 0; i < tags.size(); i++) {
            text("tags[" + i + "]", tags.get(i), MAX_TAG);
        }
    }

    private void queue(@Nullable String name) {
        refuseIf("queue", name == null ? null : Storable.nameRefusal(name, MAX_NAME));
    }

    private void text(String field, @Nullable String value, int most) {
        refuseIf(field, value == null ? null : Storable.refusal(value, most));
    }

    private void refuseIf(String field, @Nullable String refusal) {
        if (refusal != null) {
            refuse(field, refusal);
        }
    }

    private void range(String field, int value, int least, int most) {
        if (value < least || value > most) {
            String subject = field.equals("tags") || field.equals("uniqueBy")
                    ? "must have %s to %s entries, has %s"
                    : "must be %s to %s, was %s";
            refuse(field, subject.formatted(least, most, value));
        }
    }

    private void duration(String field, @Nullable Duration value, Duration least) {
        if (value != null && (value.compareTo(least) < 0 || value.compareTo(Moments.CENTURY) > 0)) {
            refuse(field, "must be %s to %s, was %s".formatted(least, Moments.CENTURY, value));
        }
    }

    private void moment(String field, @Nullable Instant value) {
        if (value != null && (value.isBefore(EARLIEST) || value.isAfter(LATEST))) {
            refuse(field, "must be %s to %s, was %s".formatted(EARLIEST, LATEST, value));
        }
    }

    private void refuse(String field, String message) {
        violations.add(new Violation(field, message));
    }
}
