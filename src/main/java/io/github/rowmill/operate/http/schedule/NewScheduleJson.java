package io.github.rowmill.operate.http.schedule;

import static io.github.rowmill.operate.http.json.OptionalFields.set;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.rowmill.api.ClockChange;
import io.github.rowmill.api.Missed;
import io.github.rowmill.api.NewSchedule;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Overlap;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Storable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a schedule that is created or changed. Read-only fields of a schedule are accepted and ignored,
 * so that a caller can send back a schedule as it was read.
 */
@RegisterForReflection
@JsonIgnoreProperties({"created", "declaredBy", "lastTick", "nextRun", "lastTask", "error", "nextRuns"})
@Schema(
        name = "RowmillNewSchedule",
        description =
                "A whole schedule. A field that is missing or null has its default. Read-only fields (`created`, `declaredBy`, `lastTick`, `nextRun`, `lastTask`, `error`, `nextRuns`) are ignored, so that a caller can send back a schedule as it was read.",
        requiredProperties = "type")
public record NewScheduleJson(
        @Schema(description = "If given, it must be the name in the path.", examples = "nightly") @Nullable
        String name,

        @Schema(
                description = "The type of its tasks. This application must have a handler for it.",
                examples = "daily-report")
        @Nullable
        String type,

        @Schema(
                description = "The payload of its tasks. It must fit the type.",
                implementation = Object.class,
                examples = "{\"account\": \"ada\"}")
        @Nullable
        JsonNode details,

        @Schema(description = "If missing, the setting of the type.", examples = "default") @Nullable
        String queue,

        @Schema(description = "Lower runs first, -32768 to 32767.", defaultValue = "0") @Nullable
        Integer priority,

        @Schema(
                description =
                        "The key of its tasks within their queue, 1 to 200 characters. If missing, the type derives it from the payload.",
                examples = "customer-7")
        @Nullable
        String key,

        @Schema(description = "If missing, the setting of the type.", minimum = "1") @Nullable
        Integer maxAttempts,

        @Schema(
                description =
                        "Minute, hour, day of month, month, day of week. Seconds may come before them. Give either cron or every.",
                examples = "1 0 * * *")
        @Nullable
        String cron,

        @Schema(
                description = "An interval of at least a second. Give either every or cron.",
                implementation = String.class,
                examples = "15m")
        @Nullable
        Duration every,

        @Schema(description = "The time zone of cron.", examples = "Europe/Berlin", defaultValue = "UTC") @Nullable
        String zone,

        @Schema(
                enumeration = {"once", "literal"},
                defaultValue = "once")
        @Nullable
        String clockChange,

        @Schema(
                enumeration = {"skip", "one", "all"},
                defaultValue = "one")
        @Nullable
        String missed,

        @Schema(
                description = "Only for missed all. The longest delay after which a tick is still run.",
                implementation = String.class,
                examples = "PT24H",
                defaultValue = "PT24H")
        @Nullable
        Duration missedWithin,

        @Schema(
                enumeration = {"allow", "skip", "wait"},
                defaultValue = "allow")
        @Nullable
        String overlap,

        @Schema(
                description = "Each task is due at a random moment within this time after its tick.",
                implementation = String.class,
                examples = "PT0S",
                defaultValue = "PT0S")
        @Nullable
        Duration jitter,

        @Schema(description = "No tick before this moment.", examples = "2030-01-31T08:00:00Z") @Nullable
        Instant starts,

        @Schema(description = "No tick after this moment.", examples = "2030-01-31T08:00:00Z") @Nullable
        Instant ends,

        @Schema(description = "If missing, an existing schedule keeps its value, and a new one is not paused.")
        @Nullable
        Boolean paused,

        @Schema(
                description =
                        "True if the annotation that declares the schedule is not applied. If missing, a schedule that code declares is pinned.")
        @Nullable
        Boolean pinned) {

    private static final String PAYLOAD = "payload";

    /**
     * Returns the violations that can be found without the engine. {@code path} is the name of the schedule in the
     * request's path.
     */
    List<Violation> violations(String path) {
        List<Violation> violations = new ArrayList<>();
        if (name != null && !name.equals(path)) {
            violations.add(new Violation("name", "must be the name in the path, or be left out"));
        }
        if (type == null) {
            violations.add(new Violation("type", "is missing"));
        } else if (Storable.isUnstorable(type)) {
            violations.add(new Violation("type", Storable.UNSTORABLE));
        }
        if ((cron == null) == (every == null)) {
            violations.add(new Violation("cron", "or every must be given, and not both"));
        }
        checkWord("clockChange", clockChange, ClockChange.values(), violations);
        checkWord("missed", missed, Missed.values(), violations);
        checkWord("overlap", overlap, Overlap.values(), violations);
        return violations;
    }

    private static void checkWord(String field, @Nullable String word, Enum<?>[] known, List<Violation> violations) {
        List<String> words = Arrays.stream(known)
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .toList();
        if (word != null && !words.contains(word)) {
            violations.add(new Violation(
                    field,
                    words.stream().collect(Collectors.joining(", ", "must be one of ", ", was '%s'".formatted(word)))));
        }
    }

    /**
     * Returns the type.
     *
     * @return the empty text if the type is missing, which is a violation
     */
    String typeName() {
        return Objects.requireNonNullElse(type, "");
    }

    /** Converts the schedule to its Java form. */
    NewSchedule toNewSchedule(String path) {
        NewSchedule schedule = NewSchedule.of(path, task());
        schedule = set(schedule, cron, NewSchedule::cron);
        schedule = set(schedule, every, NewSchedule::every);
        schedule = set(schedule, zone, (one, id) -> one.zone(id));
        schedule = set(schedule, clockChange, (one, word) -> one.clockChange(ClockChange.valueOf(upper(word))));
        schedule = set(schedule, missed, (one, word) -> one.missed(Missed.valueOf(upper(word))));
        schedule = set(schedule, missedWithin, NewSchedule::missedWithin);
        schedule = set(schedule, overlap, (one, word) -> one.overlap(Overlap.valueOf(upper(word))));
        schedule = set(schedule, jitter, NewSchedule::jitter);
        schedule = set(schedule, starts, NewSchedule::starts);
        return set(schedule, ends, NewSchedule::ends);
    }

    /**
     * Returns the violation with the name of the field that was sent: {@code details} for the Java API's
     * {@code payload}.
     */
    static Violation asSent(Violation violation) {
        String field = violation.field();
        return field.equals(PAYLOAD) || field.startsWith(PAYLOAD + ".") || field.startsWith(PAYLOAD + "[")
                ? new Violation("details" + field.substring(PAYLOAD.length()), violation.message())
                : violation;
    }

    private NewTask task() {
        NewTask task = details == null || details.isNull()
                ? NewTask.of(typeName())
                : NewTask.ofJson(typeName(), details.toString());
        task = set(task, queue, NewTask::queue);
        task = set(task, priority, NewTask::priority);
        task = set(task, key, NewTask::key);
        return set(task, maxAttempts, NewTask::maxAttempts);
    }

    private static String upper(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
