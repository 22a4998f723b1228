package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.task.Attempt;
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
                description = "The payload; null too if it is too large to be shown, or the caller lacks view-payload.",
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

        @Schema(description = "When the lease ends unless it is renewed, while the task is executing.") @Nullable
        Instant expiry,

        @Schema(description = "Attempts begun so far.") int attempts,
        int maxAttempts,

        @Schema(description = "How often a node was lost with the task in hand.")
        int crashes,

        @Schema(
                description = "Maximum execution time that this task asks for; null: the type's.",
                implementation = String.class,
                examples = "PT15M")
        @Nullable
        Duration timeout,

        @Schema(description = "Raised by every change but a renewal of the lease.")
        long version,

        @JsonUnwrapped Uniqueness uniqueness,

        @Schema(description = "Unless it has started by then, it never does.") @Nullable
        Instant expiresAt,

        Instant created,
        Instant lastUpdated,

        @Schema(description = "When the last attempt was claimed.") @Nullable
        Instant started,

        @Nullable Instant finished,
        @Schema(description = "Who enqueued it.") @Nullable String source,
        List<String> tags,

        @Schema(description = "Trace and identity of the enqueuer.", implementation = Object.class)
        @JsonRawValue
        @Nullable
        String context,

        @Schema(description = "The last failure.") @Nullable String error,

        @JsonUnwrapped Origin origin,

        @Schema(description = "The partition of its queue that it belongs to.") @Nullable
        String key,

        @JsonUnwrapped Failures failures) {

    /** The failed attempts of a single task. */
    @RegisterForReflection
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Failures(
            @Schema(description = "The last of the attempts that failed, the last one first; only of a single task.")
            @Nullable
            List<FailedAttempt> failedAttempts,

            @Schema(
                    description =
                            "What to ask for as `after` to get the attempts that failed before; missing: there are none.")
            @Nullable
            Integer nextAttempts) {

        private static final Failures NONE = new Failures(null, null);
    }

    /** The schedule and the tick that made a task. */
    @RegisterForReflection
    public record Origin(
            @Schema(description = "The schedule that made it.") @Nullable
            String schedule,

            @Schema(description = "The tick of the schedule that it was made for.") @Nullable
            Instant tick) {

        static Origin of(Task task) {
            return new Origin(task.getSchedule(), task.getTick());
        }
    }

    /** The unique key of a task, and the time for which the task holds it. */
    @RegisterForReflection
    public record Uniqueness(
            @Schema(description = "The key that it holds, or held until it ended.") @Nullable
            String uniqueKey,

            @Schema(description = "Whether it holds its key until its first start only.")
            boolean uniqueWhileQueued,

            @Schema(
                    description = "How long after its end it still holds its key; null: not at all.",
                    implementation = String.class,
                    examples = "PT1H")
            @Nullable
            Duration uniqueFor) {

        static Uniqueness of(Task task) {
            return new Uniqueness(task.getUniqueKey(), task.isUniqueWhileQueued(), task.getUniqueFor());
        }
    }

    /** A failed attempt. */
    @RegisterForReflection
    @Schema(name = "RowmillFailedAttempt")
    public record FailedAttempt(
            @Schema(description = "From 1.") int number,
            @Schema(description = "The node that ran it.") String operator,
            @Nullable Instant started,
            Instant finished,
            String error,
            @Nullable String stackTrace,

            @Schema(description = "What it has in common with other failures.") @Nullable
            String signature) {

        static List<FailedAttempt> of(TaskView view) {
            return view.attempts().stream().map(FailedAttempt::of).toList();
        }

        private static FailedAttempt of(Attempt attempt) {
            return new FailedAttempt(
                    attempt.getNumber(),
                    attempt.getOperator(),
                    attempt.getStarted(),
                    attempt.getFinished(),
                    attempt.getError(),
                    attempt.getStackTrace(),
                    attempt.getSignature());
        }
    }

    /** Returns a task without its attempts, for lists. */
    public static TaskJson of(TaskView view) {
        return of(view, view.task(), Failures.NONE);
    }

    /**
     * Returns a task with its failed attempts. Payload, context and stack traces are left out for callers who may
     * not see payloads.
     */
    public static TaskJson withAttempts(TaskView view) {
        return of(view, view.task(), new Failures(FailedAttempt.of(view), view.nextAttempts()));
    }

    private static TaskJson of(TaskView view, Task task, Failures failures) {
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
                task.getKey(),
                failures);
    }
}
