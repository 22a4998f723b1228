package io.github.rowmill.feature.schedule;

import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.config.ScheduleConfig;
import io.github.rowmill.handler.TaskType;
import io.quarkus.runtime.configuration.DurationConverter;
import jakarta.inject.Singleton;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Turns annotations into schedules. Texts of annotations may hold placeholders. Settings in
 * {@code rowmill.schedules."NAME"} override them.
 */
@Singleton
class DeclaredSchedules {

    /** Texts that {@code @Scheduled} accepts for a schedule that is switched off. */
    private static final Set<String> OFF = Set.of("off", "disabled");

    private final Placeholders placeholders;
    private final Map<String, ScheduleConfig> settings;

    DeclaredSchedules(Placeholders placeholders, RowmillConfig config) {
        this.placeholders = placeholders;
        this.settings = config.schedules();
    }

    /** Returns the name of the schedule that an annotation of a type's handler declares. */
    String name(TaskType type, Recurring recurring) {
        return recurring.name().isEmpty() ? type.name() : placeholders.filled(recurring.name());
    }

    /** Refuses settings of schedules that are not in {@code names}. */
    void refuseOthers(Set<String> names) {
        settings.keySet().stream()
                .filter(name -> !names.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalStateException(
                            "rowmill.schedules.\"%s\" is not declared by @Recurring; the declared schedules are %s"
                                    .formatted(name, new TreeSet<>(names)));
                });
    }

    /**
     * Returns the schedule that an annotation of a type's handler declares, or empty if this node is configured to
     * leave the schedule alone.
     *
     * @throws IllegalArgumentException a text in it is invalid; the message names it
     */
    Optional<NewSchedule> of(TaskType type, Recurring recurring) {
        String name = name(type, recurring);
        Optional<ScheduleConfig> own = Optional.ofNullable(settings.get(name));
        boolean isRuled = own.filter(
                        one -> one.cron().isPresent() || one.every().isPresent())
                .isPresent();
        String cron =
                own.flatMap(ScheduleConfig::cron).orElseGet(() -> isRuled ? "" : placeholders.filled(recurring.cron()));
        String every = own.flatMap(ScheduleConfig::every)
                .map(Duration::toString)
                .orElseGet(() -> isRuled ? "" : placeholders.filled(recurring.every()));
        if (own.filter(one -> !one.enabled()).isPresent() || OFF.contains(cron) || OFF.contains(every)) {
            return Optional.empty();
        }
        NewSchedule schedule = NewSchedule.of(name, task(type, recurring))
                .zone(own.flatMap(ScheduleConfig::zone).orElseGet(() -> placeholders.filled(recurring.zone())))
                .clockChange(recurring.clockChange())
                .missed(recurring.missed())
                .missedWithin(duration("missedWithin", placeholders.filled(recurring.missedWithin())))
                .overlap(recurring.overlap());
        return Optional.of(bounded(ruled(schedule, cron, every), recurring));
    }

    private NewTask task(TaskType type, Recurring recurring) {
        String payload = placeholders.filled(recurring.payload());
        String queue = placeholders.filled(recurring.queue());
        String key = placeholders.filled(recurring.key());
        NewTask task = payload.isEmpty() ? NewTask.of(type.name()) : NewTask.ofJson(type.name(), payload);
        task = queue.isEmpty() ? task : task.queue(queue);
        task = key.isEmpty() ? task : task.key(key);
        return task.priority(recurring.priority());
    }

    private static NewSchedule ruled(NewSchedule schedule, String cron, String every) {
        if (cron.isEmpty() == every.isEmpty()) {
            throw new IllegalArgumentException("cron or every must be set, and not both");
        }
        return every.isEmpty() ? schedule.cron(cron) : schedule.every(duration("every", every));
    }

    private NewSchedule bounded(NewSchedule schedule, Recurring recurring) {
        String jitter = placeholders.filled(recurring.jitter());
        String starts = placeholders.filled(recurring.starts());
        String ends = placeholders.filled(recurring.ends());
        NewSchedule bounded = jitter.isEmpty() ? schedule : schedule.jitter(duration("jitter", jitter));
        bounded = starts.isEmpty() ? bounded : bounded.starts(moment("starts", starts));
        return ends.isEmpty() ? bounded : bounded.ends(moment("ends", ends));
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
