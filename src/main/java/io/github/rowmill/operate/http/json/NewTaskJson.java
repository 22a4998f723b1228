package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Storable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A task to enqueue; what is left out or null is up to the type's settings. */
@RegisterForReflection
@Schema(
        name = "RowmillNewTask",
        description = "A task to enqueue. What is left out or null is up to the type's settings.",
        requiredProperties = "type")
public record NewTaskJson(
        @Schema(description = "What to do: a type this application handles.", examples = "event") @Nullable
        String type,

        @Schema(
                description = "What the handler is given; it must fit the type.",
                implementation = Object.class,
                examples = "{\"account\": \"ada\", \"name\": \"sign-up\", \"n\": 1}")
        @Nullable
        JsonNode payload,

        @Schema(examples = "default") @Nullable String queue,

        @Schema(description = "Lower runs first, -32768 to 32767.", defaultValue = "0") @Nullable
        Integer priority,

        @Schema(
                description = "The partition of the queue that rules may hold for, 1 to 200 characters.",
                examples = "customer-7")
        @Nullable
        String key,

        @Schema(description = "Not before this moment; at once if left out.", examples = "2030-01-31T08:00:00Z")
        @Nullable
        Instant runAt,

        @Schema(
                description = "Not before this much time has passed: 30s, 15m or PT15M. Not together with runAt.",
                implementation = String.class,
                examples = "30s")
        @Nullable
        Duration delay,

        @Schema(minimum = "1") @Nullable Integer maxAttempts,

        @Schema(
                description = "Maximum execution time of an attempt: 30s, 15m or PT15M.",
                implementation = String.class,
                examples = "15m")
        @Nullable
        Duration timeout,

        @Schema(description = "At most 20 words of 1 to 100 characters.") @Nullable
        List<@Nullable String> tags,

        @Schema(description = "Who enqueues.", examples = "shop") @Nullable
        String source,

        @Schema(description = "At most one task of the type with this key is queued or executing.") @Nullable
        String uniqueKey,

        @Schema(description = "Whether a duplicate is an error rather than an answer.", defaultValue = "false")
        @Nullable
        Boolean refuseDuplicate) {

    /** What can be said without the queue's help. */
    List<Violation> violations() {
        List<Violation> violations = new ArrayList<>();
        if (type == null) {
            violations.add(new Violation("type", "is missing"));
        } else if (Storable.isUnstorable(type)) {
            violations.add(new Violation("type", Storable.UNSTORABLE));
        }
        if (runAt != null && delay != null) {
            violations.add(new Violation("delay", "cannot be given together with runAt"));
        }
        if (tags != null && tags.contains(null)) {
            violations.add(new Violation("tags", "must not hold null"));
        }
        return violations;
    }

    /** The type; empty if it is missing, which is a violation. */
    public String typeName() {
        return type == null ? "" : type;
    }

    /** The same as Java has it. */
    public NewTask toNewTask() {
        NewTask task = payload == null || payload.isNull()
                ? NewTask.of(typeName())
                : NewTask.ofJson(typeName(), payload.toString());
        task = set(task, queue, NewTask::queue);
        task = set(task, priority, NewTask::priority);
        task = set(task, key, NewTask::key);
        task = set(task, runAt, NewTask::runAt);
        task = set(task, delay, NewTask::delay);
        task = set(task, maxAttempts, NewTask::maxAttempts);
        task = set(task, timeout, NewTask::timeout);
        task = set(task, source, NewTask::source);
        task = set(task, uniqueKey, NewTask::uniqueKey);
        task = tags == null ? task : task.tags(tags.toArray(String[]::new));
        return Boolean.TRUE.equals(refuseDuplicate) ? task.refuseDuplicate() : task;
    }

    private static <T> NewTask set(NewTask task, @Nullable T value, BiFunction<NewTask, T, NewTask> setter) {
        return value == null ? task : setter.apply(task, value);
    }
}
