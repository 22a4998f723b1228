package io.github.rowmill.operate.http.schedule;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.github.rowmill.api.Schedule;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A schedule: the columns of its row, named in camelCase. */
@RegisterForReflection
@Schema(name = "RowmillSchedule", description = "A schedule: the columns of its row, named in camelCase.")
public record ScheduleJson(
        @Schema(examples = "nightly") String name,

        @Schema(description = "The type of its tasks.") String type,

        @Schema(description = "The payload of its tasks.", implementation = Object.class) @JsonRawValue @Nullable
        String details,

        String queue,
        int priority,

        @Schema(description = "The key of its tasks within their queue.") @Nullable
        String key,

        int maxAttempts,

        @Schema(description = "The cron expression, or null if the schedule has an interval.", examples = "1 0 * * *")
        @Nullable
        String cron,

        @Schema(
                description = "The interval, or null if the schedule has a cron expression.",
                implementation = String.class,
                examples = "PT15M")
        @Nullable
        Duration every,

        @Schema(examples = "Europe/Berlin") String zone,

        @Schema(enumeration = {"once", "literal"}) String clockChange,

        @Schema(enumeration = {"skip", "one", "all"}) String missed,

        @Schema(implementation = String.class, examples = "PT24H")
        Duration missedWithin,

        @Schema(enumeration = {"allow", "skip", "wait"}) String overlap,

        @Schema(implementation = String.class, examples = "PT0S")
        Duration jitter,

        @Nullable Instant starts,
        @Nullable Instant ends,
        Instant created,
        boolean paused,

        @Schema(description = "True if the annotation that declares the schedule is not applied.")
        boolean pinned,

        @Schema(description = "The application whose code declares the schedule.") @Nullable
        String declaredBy,

        @Schema(description = "All ticks up to this moment are processed.")
        Instant lastTick,

        @Schema(description = "The moment when the schedule is processed next, or null if no tick is left.") @Nullable
        Instant nextRun,

        @Schema(description = "The last task that the schedule created.") @Nullable
        Long lastTask,

        @Schema(description = "The reason why the schedule was set aside.") @Nullable
        String error,

        @Schema(description = "The next ticks. Only in the answer for a single schedule that can be read.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable
        List<Instant> nextRuns) {

    /** Returns a schedule with its next ticks, or without them if they are null. */
    public static ScheduleJson of(Schedule schedule, @Nullable String payload, @Nullable List<Instant> nextRuns) {
        return new ScheduleJson(
                schedule.name(),
                schedule.type(),
                payload,
                schedule.queue(),
                schedule.priority(),
                schedule.key(),
                schedule.maxAttempts(),
                schedule.cron(),
                schedule.every(),
                schedule.zone(),
                word(schedule.clockChange()),
                word(schedule.missed()),
                schedule.missedWithin(),
                word(schedule.overlap()),
                schedule.jitter(),
                schedule.starts(),
                schedule.ends(),
                schedule.created(),
                schedule.paused(),
                schedule.pinned(),
                schedule.declaredBy(),
                schedule.lastTick(),
                schedule.nextRun(),
                schedule.lastTask(),
                schedule.error(),
                nextRuns);
    }

    private static String word(Enum<?> rule) {
        return rule.name().toLowerCase(Locale.ROOT);
    }
}
