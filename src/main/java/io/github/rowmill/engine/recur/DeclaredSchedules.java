package io.github.rowmill.engine.recur;

import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.handler.TaskType;
import io.quarkus.runtime.configuration.DurationConverter;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** Annotations to schedules. */
final class DeclaredSchedules {

    private DeclaredSchedules() {}

    /**
     * What an annotation of a type's handler declares.
     *
     * @throws IllegalArgumentException a text in it is not what it should be; the message says which
     */
    static NewSchedule of(TaskType type, Recurring recurring) {
        NewTask task = recurring.payload().isEmpty()
                ? NewTask.of(type.name())
                : NewTask.ofJson(type.name(), recurring.payload());
        task = recurring.queue().isEmpty() ? task : task.queue(recurring.queue());
        task = recurring.key().isEmpty() ? task : task.key(recurring.key());
        NewSchedule schedule = NewSchedule.of(
                        recurring.name().isEmpty() ? type.name() : recurring.name(),
                        task.priority(recurring.priority()))
                .zone(recurring.zone())
                .clockChange(recurring.clockChange())
                .missed(recurring.missed())
                .missedWithin(duration("missedWithin", recurring.missedWithin()))
                .overlap(recurring.overlap());
        return bounded(ruled(schedule, recurring), recurring);
    }

    private static NewSchedule ruled(NewSchedule schedule, Recurring recurring) {
        if (recurring.cron().isEmpty() == recurring.every().isEmpty()) {
            throw new IllegalArgumentException("cron or every must be set, and not both");
        }
        return recurring.every().isEmpty()
                ? schedule.cron(recurring.cron())
                : schedule.every(duration("every", recurring.every()));
    }

    private static NewSchedule bounded(NewSchedule schedule, Recurring recurring) {
        NewSchedule bounded = schedule;
        if (!recurring.jitter().isEmpty()) {
            bounded = bounded.jitter(duration("jitter", recurring.jitter()));
        }
        if (!recurring.starts().isEmpty()) {
            bounded = bounded.starts(moment("starts", recurring.starts()));
        }
        return recurring.ends().isEmpty() ? bounded : bounded.ends(moment("ends", recurring.ends()));
    }

    private static Duration duration(String field, String text) {
        return parsed(field, text, DurationConverter::parseDuration, "a duration such as 90s, 15m or PT15M");
    }

    private static Instant moment(String field, String text) {
        return parsed(field, text, Instant::parse, "a moment such as 2027-01-31T08:00:00Z");
    }

    private static <T> T parsed(String field, String text, Function<String, T> parser, String what) {
        try {
            return parser.apply(text);
        } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException("%s must be %s, was '%s'".formatted(field, what, text), e);
        }
    }
}
