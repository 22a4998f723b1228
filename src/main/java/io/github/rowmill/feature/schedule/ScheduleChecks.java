package io.github.rowmill.feature.schedule;

import io.github.rowmill.api.InvalidScheduleException;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.enqueue.Rows;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.engine.store.Occurrences;
import io.github.rowmill.feature.schedule.store.ScheduleRows;
import io.github.rowmill.feature.schedule.time.Timetable;
import io.github.rowmill.task.Moments;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks new schedules, and the tasks that they enqueue as any task is checked. The messages contain the rule and
 * the value.
 */
@Singleton
class ScheduleChecks {

    private static final int MAX_NAME = 200;

    /** Largest payload in bytes, as the table bounds it. */
    private static final int MAX_PAYLOAD = 1024 * 1024;

    /**
     * Number of characters that always fit into such a payload. The table has all digits of a number, so six
     * characters such as {@code 1e999,} become about a thousand.
     */
    private static final int ALWAYS_FITS = 6_000;

    private final Rows rows;
    private final ScheduleRows schedules;

    ScheduleChecks(Rows rows, ScheduleRows schedules) {
        this.rows = rows;
        this.schedules = schedules;
    }

    /**
     * Returns the row of the task that a schedule enqueues.
     *
     * @throws InvalidScheduleException the schedule is invalid; it lists all violations
     */
    NewRow check(NewSchedule schedule) {
        List<Violation> violations = new ArrayList<>();
        checkName(schedule.name(), violations);
        checkTimes(schedule, violations);
        checkTicks(schedule, violations);
        NewRow row = violations.isEmpty() ? row(schedule.task(), violations) : null;
        if (row == null || !violations.isEmpty()) {
            throw new InvalidScheduleException(schedule.name(), violations);
        }
        return row;
    }

    private static void checkName(String name, List<Violation> violations) {
        String refusal = Storable.nameRefusal(name, MAX_NAME);
        if (refusal != null) {
            refuse("name", refusal, violations);
        }
    }

    private static void checkTimes(NewSchedule schedule, List<Violation> violations) {
        checkRange("every", schedule.every(), Duration.ofSeconds(1), violations);
        checkRange("missedWithin", schedule.missedWithin(), Duration.ZERO, violations);
        checkRange("jitter", schedule.jitter(), Duration.ZERO, violations);
        checkMoment("starts", schedule.starts(), violations);
        checkMoment("ends", schedule.ends(), violations);
        if ((schedule.cron() == null) == (schedule.every() == null)) {
            refuse("cron", "or every must be set, and not both", violations);
        }
    }

    private static void checkRange(String field, @Nullable Duration value, Duration least, List<Violation> violations) {
        if (value != null && (value.compareTo(least) < 0 || value.compareTo(Moments.CENTURY) > 0)) {
            refuse(field, "must be %s to %s, was %s".formatted(least, Moments.CENTURY, value), violations);
        }
    }

    private static void checkMoment(String field, @Nullable Instant value, List<Violation> violations) {
        if (value != null && (value.isBefore(Timetable.FIRST) || value.isAfter(Timetable.LAST))) {
            refuse(field, "must be %s to %s, was %s".formatted(Timetable.FIRST, Timetable.LAST, value), violations);
        }
    }

    private static void checkTicks(NewSchedule schedule, List<Violation> violations) {
        attempt("zone", violations, () -> Timetable.zone(schedule.zone()));
        attempt("cron", violations, () -> checkEverTicks(schedule));
    }

    /**
     * Checks that the expression ticks at some time. The zone is left out, because its clock changes stop no
     * expression from ticking.
     */
    private static void checkEverTicks(NewSchedule schedule) {
        String cron = schedule.cron();
        if (cron != null) {
            Optional<Instant> tick = Timetable.cron(cron, ZoneOffset.UTC, schedule.clockChange())
                    .within(schedule.starts(), schedule.ends())
                    .next(Timetable.FIRST);
            if (tick.isEmpty()) {
                throw new IllegalArgumentException("never ticks, was '%s'".formatted(cron));
            }
        }
    }

    /**
     * Refuses options that a schedule cannot give to its tasks. The handling of duplicates is no column, so it is
     * checked separately. Tasks without a unique key have no duplicates.
     */
    private static void refuseDropped(NewRow row, List<Violation> violations) {
        Stream<String> duplicate =
                row.task().onDuplicate() == OnDuplicate.KEEP ? Stream.of() : Stream.of("onDuplicate");
        List<String> dropped =
                Stream.concat(Occurrences.dropped(row).stream(), duplicate).toList();
        if (!dropped.isEmpty()) {
            refuse(
                    "task",
                    "may have type, payload, queue, priority, key and maxAttempts only, has "
                            + String.join(", ", dropped),
                    violations);
        }
    }

    private @Nullable NewRow row(NewTask task, List<Violation> violations) {
        try {
            NewRow row = rows.of(task);
            refuseDropped(row, violations);
            refuseLarge(row.details(), violations);
            return row;
        } catch (InvalidTaskException e) {
            violations.addAll(e.violations());
            return null;
        }
    }

    /** Refuses a payload that is too large for the table, before a statement that the table refuses. */
    private void refuseLarge(String payload, List<Violation> violations) {
        long bytes = payload.length() <= ALWAYS_FITS ? payload.length() : schedules.payloadBytes(payload);
        if (bytes > MAX_PAYLOAD) {
            refuse(
                    "payload",
                    "must have at most %s bytes as PostgreSQL writes it, has %s".formatted(MAX_PAYLOAD, bytes),
                    violations);
        }
    }

    private static void attempt(String field, List<Violation> violations, Runnable check) {
        try {
            check.run();
        } catch (IllegalArgumentException e) {
            refuse(field, String.valueOf(e.getMessage()), violations);
        }
    }

    private static void refuse(String field, String message, List<Violation> violations) {
        violations.add(new Violation(field, message));
    }
}
