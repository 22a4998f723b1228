package io.github.rowmill.operate.http.json;

import static io.github.rowmill.operate.http.json.OptionalFields.noNulls;
import static io.github.rowmill.operate.http.json.OptionalFields.notTogether;
import static io.github.rowmill.operate.http.json.OptionalFields.set;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Storable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A task to enqueue. The type's settings replace fields that are left out or null. */
@RegisterForReflection
@Schema(
        name = "RowmillNewTask",
        description = "A task to enqueue. A field that is missing or null has the setting of the type.",
        requiredProperties = "type")
public record NewTaskJson(
        @Schema(description = "The type of the task. This application must have a handler for it.", examples = "event")
        @Nullable
        String type,

        @Schema(
                description = "The payload for the handler. It must fit the type.",
                implementation = Object.class,
                examples = "{\"account\": \"ada\", \"name\": \"sign-up\", \"n\": 1}")
        @Nullable
        PayloadText payload,

        @Schema(examples = "default") @Nullable String queue,

        @Schema(description = "Lower runs first, -32768 to 32767.", defaultValue = "0") @Nullable
        Integer priority,

        @Schema(
                description = "The key of the task within its queue, 1 to 200 characters. Rules can apply to each key.",
                examples = "customer-7")
        @Nullable
        String key,

        @Schema(
                description = "The task does not start before this moment. If missing, it is due at once.",
                examples = "2030-01-31T08:00:00Z")
        @Nullable
        Instant runAt,

        @Schema(
                description =
                        "The task does not start before this time has passed, such as 30s, 15m or PT15M. Not together with runAt.",
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

        @Schema(description = "The program that enqueues the task.", examples = "shop") @Nullable
        String source,

        @Schema(
                description =
                        "If the task does not start within this time, such as 30s, 15m or PT15M, it becomes dead. Not together with expireAt.",
                implementation = String.class,
                examples = "15m")
        @Nullable
        Duration expireAfter,

        @Schema(
                description = "If the task does not start by this moment, it becomes dead and never starts.",
                examples = "2030-01-31T08:00:00Z")
        @Nullable
        Instant expireAt,

        @Schema(description = "At most one task of the type holds this key while it is queued or executing.") @Nullable
        String uniqueKey,

        @Schema(
                description =
                        "Fields of the payload that form the unique key, such as account or order.id. Not together with uniqueKey.",
                examples = "[\"account\", \"day\"]")
        @Nullable
        List<@Nullable String> uniqueBy,

        @Schema(description = "True if the key is held only until the first start.", defaultValue = "false") @Nullable
        Boolean uniqueWhileQueued,

        @Schema(
                description =
                        "The key is also held for this time after the end of the task, such as 30s, 15m or PT15M. Not together with uniqueWhileQueued.",
                implementation = String.class,
                examples = "1h")
        @Nullable
        Duration uniqueFor,

        @Schema(
                description =
                        "The action if another task holds the key: keep it and answer with it, refuse, replace its payload and options, or reschedule it to this runAt or delay. A task that has started is kept.",
                enumeration = {"keep", "refuse", "replace", "reschedule"},
                defaultValue = "keep")
        @Nullable
        String onDuplicate,

        @Schema(description = "Short for onDuplicate refuse. Not together with onDuplicate.", defaultValue = "false")
        @Nullable
        Boolean refuseDuplicate) {

    private static final long BYTES_OF_VALUE = 64;

    private static final List<String> ON_DUPLICATE =
            Arrays.stream(OnDuplicate.values()).map(EnqueuedJson::name).toList();

    /** Returns the violations that can be found without the queue. */
    List<Violation> violations() {
        List<Violation> violations = new ArrayList<>();
        if (type == null) {
            violations.add(new Violation("type", "is missing"));
        } else if (Storable.isUnstorable(type)) {
            violations.add(new Violation("type", Storable.UNSTORABLE));
        }
        notTogether("delay", delay, "runAt", runAt, violations);
        notTogether("expireAfter", expireAfter, "expireAt", expireAt, violations);
        notTogether("uniqueBy", uniqueBy, "uniqueKey", uniqueKey, violations);
        notTogether("uniqueFor", uniqueFor, "uniqueWhileQueued", uniqueWhileQueued, violations);
        notTogether("onDuplicate", onDuplicate, "refuseDuplicate", refuseDuplicate, violations);
        noNulls("tags", tags, violations);
        noNulls("uniqueBy", uniqueBy, violations);
        if (onDuplicate != null && !ON_DUPLICATE.contains(onDuplicate)) {
            violations.add(new Violation("onDuplicate", "must be one of " + String.join(", ", ON_DUPLICATE)));
        }
        return violations;
    }

    /** Returns the most bytes of memory that the lists of the task take beside their text. */
    long weight() {
        return BYTES_OF_VALUE * (size(tags) + size(uniqueBy));
    }

    /** Returns the most bytes of memory that the payload takes while it is read as an object of its type. */
    long weightWhileRead() {
        return payload == null ? 0 : BYTES_OF_VALUE * payload.values();
    }

    private static long size(@Nullable List<@Nullable String> words) {
        return words == null ? 0 : words.size();
    }

    /**
     * Returns the type.
     *
     * @return the empty text if the type is missing, which is a violation
     */
    public String typeName() {
        return type == null ? "" : type;
    }

    /** Converts the task to its Java form. */
    public NewTask toNewTask() {
        NewTask task = payload == null ? NewTask.of(typeName()) : NewTask.ofJson(typeName(), payload.json());
        task = set(task, queue, NewTask::queue);
        task = set(task, priority, NewTask::priority);
        task = set(task, key, NewTask::key);
        task = set(task, runAt, NewTask::runAt);
        task = set(task, delay, NewTask::delay);
        task = set(task, maxAttempts, NewTask::maxAttempts);
        task = set(task, timeout, NewTask::timeout);
        task = set(task, source, NewTask::source);
        task = set(task, uniqueKey, NewTask::uniqueKey);
        task = set(task, expireAfter, NewTask::expireAfter);
        task = set(task, expireAt, NewTask::expireAt);
        task = set(task, uniqueFor, NewTask::uniqueFor);
        task = set(
                task, onDuplicate, (one, what) -> one.onDuplicate(OnDuplicate.valueOf(what.toUpperCase(Locale.ROOT))));
        task = tags == null ? task : task.tags(tags.toArray(String[]::new));
        task = uniqueBy == null ? task : task.uniqueBy(uniqueBy.toArray(String[]::new));
        task = Boolean.TRUE.equals(uniqueWhileQueued) ? task.uniqueWhileQueued() : task;
        return Boolean.TRUE.equals(refuseDuplicate) ? task.refuseDuplicate() : task;
    }
}
