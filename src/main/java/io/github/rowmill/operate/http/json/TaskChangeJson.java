package io.github.rowmill.operate.http.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.rowmill.api.Violation;
import io.github.rowmill.task.TaskChange;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A change of a task. Fields that are left out or null stay as they are. */
@RegisterForReflection
@Schema(
        name = "RowmillTaskChange",
        description = "The changes of a task. A field that is missing or null stays as it is.")
public record TaskChangeJson(
        @Schema(examples = "mail") @Nullable String queue,

        @Schema(description = "Lower runs first, -32768 to 32767.") @Nullable
        Integer priority,

        @Schema(description = "The task does not start before this moment.", examples = "2030-01-31T08:00:00Z")
        @Nullable
        Instant runAt,

        @Schema(
                description =
                        "The task starts at least this time after the request, such as 30s, 15m or PT15M. Not together with runAt.",
                implementation = String.class,
                examples = "30s")
        @Nullable
        Duration delay,

        @Schema(description = "It must be more than the attempts started so far.", minimum = "1") @Nullable
        Integer maxAttempts,

        @Schema(
                description =
                        "The payload for the handler. It must fit the type. Keys that were derived from the payload stay as they are.",
                implementation = Object.class)
        @Nullable
        JsonNode payload) {

    /** Returns the violations that can be found without the queue. */
    List<Violation> violations() {
        if (runAt != null && delay != null) {
            return List.of(new Violation("delay", "cannot be given together with runAt"));
        }
        boolean isEmpty = queue == null
                && priority == null
                && runAt == null
                && delay == null
                && maxAttempts == null
                && isLeft(payload);
        return isEmpty
                ? List.of(
                        new Violation("", "has no changes; give queue, priority, runAt, delay, maxAttempts or payload"))
                : List.of();
    }

    private static boolean isLeft(@Nullable JsonNode payload) {
        return payload == null || payload.isNull();
    }

    /** Converts the change to its Java form. */
    public TaskChange toChange() {
        return new TaskChange(
                queue, priority, runAt, delay, maxAttempts, isLeft(payload) ? null : String.valueOf(payload));
    }
}
