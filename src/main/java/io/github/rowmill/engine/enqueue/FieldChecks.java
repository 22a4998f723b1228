package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.store.NewField;
import io.github.rowmill.engine.store.NewField.Kind;
import io.github.rowmill.engine.store.NewFields;
import io.github.rowmill.task.Moments;
import io.github.rowmill.text.Storable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the fields of a new task against their ranges. The messages contain the rule and the value. */
final class FieldChecks {

    private static final int MAX_TEXTS = 20;

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
        NewFields.ALL.forEach(field -> checks.value(field, field.get(task)));
        checks.deadline(task);
        checks.uniqueness(task, kept);
        return checks.violations;
    }

    private void value(NewField field, @Nullable Object value) {
        if (value == null) {
            return;
        }
        switch (field.kind()) {
            case NAME -> refuseIf(field.name(), Storable.nameRefusal((String) value, (int) field.most()));
            case TEXT -> text(field.name(), field, value);
            case WORDS, PATHS -> texts(field, (List<?>) value);
            case NUMBER -> number(field, (Integer) value);
            case TIME -> time(field, (Duration) value);
            case MOMENT -> moment(field.name(), (Instant) value);
            case FLAG, CHOICE -> {}
        }
    }

    private void deadline(NewTask task) {
        Instant expireAt = task.expireAt();
        Duration expireAfter = task.expireAfter();
        if (expireAt != null && task.runAt() != null && !expireAt.isAfter(task.runAt())) {
            refuse("expireAt", "must be after runAt, %s, was %s".formatted(task.runAt(), expireAt));
        }
        if (expireAfter != null && task.delay() != null && expireAfter.compareTo(task.delay()) <= 0) {
            refuse("expireAfter", "must be longer than delay, %s, was %s".formatted(task.delay(), expireAfter));
        }
    }

    private void uniqueness(NewTask task, Duration kept) {
        Duration uniqueFor = task.uniqueFor();
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

    private void texts(NewField field, List<?> texts) {
        if (texts.size() > MAX_TEXTS) {
            refuse(field.name(), "must have 0 to %s entries, has %s".formatted(MAX_TEXTS, texts.size()));
        }
        for (int i = 0; i < texts.size(); i++) {
            text(field.kind() == Kind.WORDS ? field.name() + "[" + i + "]" : field.name(), field, texts.get(i));
        }
    }

    private void text(String place, NewField field, Object value) {
        refuseIf(place, Storable.refusal((String) value, (int) field.most()));
    }

    private void refuseIf(String field, @Nullable String refusal) {
        if (refusal != null) {
            refuse(field, refusal);
        }
    }

    private void number(NewField field, int value) {
        if (value < field.least() || value > field.most()) {
            refuse(field.name(), "must be %s to %s, was %s".formatted(field.least(), field.most(), value));
        }
    }

    private void time(NewField field, Duration value) {
        Duration least = Duration.ofMillis(field.least());
        if (value.compareTo(least) < 0 || value.compareTo(Moments.CENTURY) > 0) {
            refuse(field.name(), "must be %s to %s, was %s".formatted(least, Moments.CENTURY, value));
        }
    }

    private void moment(String field, Instant value) {
        if (value.isBefore(EARLIEST) || value.isAfter(LATEST)) {
            refuse(field, "must be %s to %s, was %s".formatted(EARLIEST, LATEST, value));
        }
    }

    private void refuse(String field, String message) {
        violations.add(new Violation(field, message));
    }
}
