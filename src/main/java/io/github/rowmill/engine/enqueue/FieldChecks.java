package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Storable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks the fields of a new task against their ranges; the messages say rule and value. */
final class FieldChecks {

    private static final int MAX_NAME = 200;
    private static final int MAX_KEY = 500;
    private static final int MAX_TAG = 100;
    private static final int MAX_TAGS = 20;

    /** Far beyond any sensible use, and within what {@code timestamptz} and {@code interval} hold. */
    private static final Duration MAX = Duration.ofDays(36_500);

    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private final List<Violation> violations = new ArrayList<>();

    private FieldChecks() {}

    static List<Violation> of(NewTask task) {
        FieldChecks checks = new FieldChecks();
        checks.text("type", Objects.requireNonNullElse(task.type(), ""), MAX_NAME);
        checks.text("queue", task.queue(), MAX_NAME);
        checks.text("key", task.key(), MAX_NAME);
        checks.text("source", task.source(), MAX_NAME);
        checks.text("uniqueKey", task.uniqueKey(), MAX_KEY);
        checks.tags(task.tags());
        checks.range("priority", task.priority(), Short.MIN_VALUE, Short.MAX_VALUE);
        Integer maxAttempts = task.maxAttempts();
        checks.range("maxAttempts", maxAttempts == null ? 1 : maxAttempts, 1, Integer.MAX_VALUE);
        checks.duration("delay", task.delay(), Duration.ZERO);
        checks.duration("timeout", task.timeout(), Duration.ofMillis(1));
        checks.moment("runAt", task.runAt());
        return checks.violations;
    }

    private void tags(List<String> tags) {
        range("tags", tags.size(), 0, MAX_TAGS);
        for (int i = 0; i < tags.size(); i++) {
            text("tags[" + i + "]", tags.get(i), MAX_TAG);
        }
    }

    private void text(String field, @Nullable String value, int most) {
        String refusal = value == null ? null : Storable.refusal(value, most);
        if (refusal != null) {
            refuse(field, refusal);
        }
    }

    private void range(String field, int value, int least, int most) {
        if (value < least || value > most) {
            String subject = field.equals("tags") ? "must have %d to %d entries, has %d" : "must be %d to %d, was %d";
            refuse(field, subject.formatted(least, most, value));
        }
    }

    private void duration(String field, @Nullable Duration value, Duration least) {
        if (value != null && (value.compareTo(least) < 0 || value.compareTo(MAX) > 0)) {
            refuse(field, "must be %s to %s, was %s".formatted(least, MAX, value));
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
