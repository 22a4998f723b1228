package io.github.rowmill.operate.http.json;

import static io.github.rowmill.operate.http.json.OptionalFields.noNulls;
import static io.github.rowmill.operate.http.json.OptionalFields.notTogether;
import static io.github.rowmill.operate.http.json.OptionalFields.set;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Violation;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A message to publish: the payload and the options of the task of each subscriber. */
@RegisterForReflection
@Schema(
        name = "RowmillNewMessage",
        description =
                "A message to publish. Each subscriber gets a task with this payload and these options. A field that is missing or null has the setting of the subscriber or its type.")
public record NewMessageJson(
        @Schema(
                description = "The payload for the handlers. It must fit the type of each subscriber.",
                implementation = Object.class,
                examples = "{\"order\": 17}")
        @Nullable
        PayloadText payload,

        @Schema(description = "Lower runs first, -32768 to 32767.", defaultValue = "0") @Nullable
        Integer priority,

        @Schema(
                description = "The key of the tasks within the queues of their subscribers, 1 to 200 characters.",
                examples = "customer-7")
        @Nullable
        String key,

        @Schema(
                description = "No task starts before this moment. If missing, the tasks are due at once.",
                examples = "2030-01-31T08:00:00Z")
        @Nullable
        Instant runAt,

        @Schema(
                description =
                        "No task starts before this time has passed, such as 30s, 15m or PT15M. Not together with runAt.",
                implementation = String.class,
                examples = "30s")
        @Nullable
        Duration delay,

        @Schema(description = "If missing, the number of the subscriber.", minimum = "1") @Nullable
        Integer maxAttempts,

        @Schema(description = "At most 20 words of 1 to 100 characters.") @Nullable
        List<@Nullable String> tags,

        @Schema(description = "The program that publishes.", examples = "shop") @Nullable
        String source,

        @Schema(
                description =
                        "At most one task of each subscriber's type holds this key while it is queued or executing. A publish that meets it enqueues no further task for this subscriber.")
        @Nullable
        String uniqueKey,

        @Schema(
                description =
                        "Fields of the payload that form the unique key, such as account or order.id. Not together with uniqueKey.",
                examples = "[\"order\"]")
        @Nullable
        List<@Nullable String> uniqueBy) {

    /** Returns the violations that can be found without the queue. */
    List<Violation> violations() {
        List<Violation> violations = new ArrayList<>();
        notTogether("delay", delay, "runAt", runAt, violations);
        notTogether("uniqueBy", uniqueBy, "uniqueKey", uniqueKey, violations);
        noNulls("tags", tags, violations);
        noNulls("uniqueBy", uniqueBy, violations);
        return violations;
    }

    /** Converts the message to a task without a type. */
    public NewTask toNewTask() {
        NewTask task = payload == null ? NewTask.of("") : NewTask.ofJson("", payload.json());
        task = set(task, priority, NewTask::priority);
        task = set(task, key, NewTask::key);
        task = set(task, runAt, NewTask::runAt);
        task = set(task, delay, NewTask::delay);
        task = set(task, maxAttempts, NewTask::maxAttempts);
        task = set(task, source, NewTask::source);
        task = set(task, uniqueKey, NewTask::uniqueKey);
        task = tags == null ? task : task.tags(tags.toArray(String[]::new));
        return uniqueBy == null ? task : task.uniqueBy(uniqueBy.toArray(String[]::new));
    }
}
