package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.task.Task;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A task: the columns of its row, named in camelCase. */
@RegisterForReflection
@Schema(name = "RowmillTask", description = "A task: the columns of its row, named in camelCase.")
public record TaskJson(
        @Schema(examples = "4711") long id,
        String queue,
        String type,

        @Schema(
                description =
                        "The payload. Also null if it is too large to be shown, or the caller lacks view-payload.",
                implementation = Object.class)
        @JsonRawValue
        @Nullable
        String details,

        @Schema(enumeration = {"queued", "waiting", "executing", "completed", "dead", "cancelled"})
        String status,

        @Schema(description = "Lower runs first.") int priority,
        Instant runAt,

        @Schema(description = "The node that holds the task while it is executing.") @Nullable
        String operatorId,

        @Schema(description = "While the task is executing, the end of its lease unless it is renewed.") @Nullable
        Instant expiry,

        @Schema(description = "Attempts started so far.") int attempts,
        int maxAttempts,

        @Schema(description = "How often a node was lost while it executed the task.")
        int crashes,

        @Schema(
                description = "Maximum execution time of an attempt, or null for the setting of the type.",
                implementation = String.class,
                examples = "PT15M")
        @Nullable
        Duration timeout,

        @Schema(description = "Every change except a renewal of the lease raises it.")
        long version,

        @JsonUnwrapped Uniqueness uniqueness,

        @Schema(description = "If the task has not started by then, it never starts.") @Nullable
        Instant expiresAt,

        Instant created,
        Instant lastUpdated,

        @Schema(description = "When the last attempt was claimed.") @Nullable
        Instant started,

        @Nullable Instant finished,

        @Schema(description = "The program that enqueued the task.") @Nullable
        String source,

        List<String> tags,

        @Schema(description = "Trace and identity of the enqueuer.", implementation = Object.class)
        @JsonRawValue
        @Nullable
        String context,

        @Schema(description = "The last failure.") @Nullable String error,

        @JsonUnwrapped Origin origin,

        @JsonUnwrapped Course course,

        @JsonUnwrapped Single single) {

    /** The parts of a task that only the answer for a single task has. */
    @RegisterForReflection
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Single(
            @Schema(
                    description =
                            "What the handler returned. Only in the answer for a single task, for callers with view-payload.",
                    implementation = Object.class)
            @JsonRawValue
            @Nullable
            String result,

            @Schema(description = "The last failed attempts, the last one first. Only in the answer for a single task.")
            @Nullable
            List<FailedAttemptJson> failedAttempts,

            @Schema(description = "The value of `after` for earlier failed attempts, missing if there are none.")
            @Nullable
            Integer nextAttempts) {

        private static final Single NONE = new Single(null, null, null);
    }

    /** The schedule and the tick that made a task. */
    @RegisterForReflection
    public record Origin(
            @Schema(description = "The schedule that created the task.") @Nullable
            String schedule,

            @Schema(description = "The tick of the schedule that the task was created for.") @Nullable
            Instant tick) {

        static Origin of(Task task) {
            return new Origin(task.getSchedule(), task.getTick());
        }
    }

    /** The key of a task, the signal that it waits for, and the progress of its handler. */
    @RegisterForReflection
    public record Course(
            @Schema(description = "The key of the task within its queue.") @Nullable
            String key,

            @Schema(description = "The signal that a queued task waits for; `flow:12`: the end of flow 12.") @Nullable
            String awaits,

            @Schema(description = "Percent of its work that the handler has done, as it last reported.") @Nullable
            Integer progress,

            @Schema(description = "Text of the handler with its progress.") @Nullable
            String progressNote) {

        static Course of(Task task) {
            var last = task.getProgress();
            return new Course(
                    task.getKey(),
                    task.getAwaits(),
                    last == null ? null : last.percent(),
                    last == null ? null : last.note());
        }
    }

    /** The unique key of a task, and the time for which the task holds it. */
    @RegisterForReflection
    public record Uniqueness(
            @Schema(description = "The unique key that the task holds, or held until it ended.") @Nullable
            String uniqueKey,

            @Schema(description = "True if the task holds its key only until its first start.")
            boolean uniqueWhileQueued,

            @Schema(
                    description = "How long the task holds its key after its end, or null if it does not.",
                    implementation = String.class,
                    examples = "PT1H")
            @Nullable
            Duration uniqueFor) {

        static Uniqueness of(Task task) {
            return new Uniqueness(task.getUniqueKey(), task.isUniqueWhileQueued(), task.getUniqueFor());
        }
    }

    /** Returns a task without its attempts, for lists. */
    public static TaskJson of(TaskView view) {
        return of(view, view.task(), Single.NONE);
    }

    /** Returns a task with its failed attempts, without payload and traces for callers without view-payload. */
    public static TaskJson withAttempts(TaskView view) {
        return of(view, view.task(), new Single(view.result(), FailedAttemptJson.of(view), view.nextAttempts()));
    }

    private static TaskJson of(TaskView view, Task task, Single single) {
        return new TaskJson(
                task.getId(),
                task.getQueue(),
                task.getType(),
                view.payload(),
                task.getStatus().column(),
                task.getPriority(),
                task.getRunAt(),
                task.getOperatorId(),
                task.getExpiry(),
                task.getAttempts(),
                task.getMaxAttempts(),
                task.getCrashes(),
                task.getTimeout(),
                task.getVersion(),
                Uniqueness.of(task),
                task.getExpiresAt(),
                task.getCreated(),
                task.getLastUpdated(),
                task.getStarted(),
                task.getFinished(),
                task.getSource(),
                task.getTags(),
                view.withPayload() ? task.getContext() : null,
                task.getError(),
                Origin.of(task),
                Course.of(task),
                single);
    }
}
