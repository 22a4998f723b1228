package io.github.rowmill.operate.http.json;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.store.NewField;
import io.github.rowmill.engine.store.NewFields;
import io.github.rowmill.text.Storable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A task to enqueue. The type's settings replace fields that are left out or null. {@link NewTaskSchemas} describes
 * the fields.
 *
 * @param values the fields that are neither missing nor null, by name
 */
@RegisterForReflection
@Schema(
        name = NewTaskSchemas.TASK,
        description = "A task to enqueue. A field that is missing or null has the setting of the type.",
        requiredProperties = "type")
public record NewTaskJson(@Schema(hidden = true) Map<String, Object> values) {

    private static final long BYTES_OF_VALUE = 64;

    /** The names of the actions for duplicates. */
    static final List<String> ON_DUPLICATE =
            Arrays.stream(OnDuplicate.values()).map(EnqueuedJson::name).toList();

    /** Returns the violations that can be found without the queue. */
    List<Violation> violations() {
        List<Violation> violations = new ArrayList<>();
        if (!values.containsKey("type")) {
            violations.add(new Violation("type", "is missing"));
        } else if (Storable.isUnstorable(typeName())) {
            violations.add(new Violation("type", Storable.UNSTORABLE));
        }
        violations.addAll(contradictions());
        return violations;
    }

    /** Returns the violations of all fields but the type. */
    List<Violation> contradictions() {
        List<Violation> violations = new ArrayList<>();
        notTogether("delay", "runAt", violations);
        notTogether("expireAfter", "expireAt", violations);
        notTogether("uniqueBy", "uniqueKey", violations);
        notTogether("uniqueFor", "uniqueWhileQueued", violations);
        notTogether("onDuplicate", "refuseDuplicate", violations);
        for (String field : List.of("tags", "uniqueBy")) {
            if (list(field).contains(null)) {
                violations.add(new Violation(field, "must not hold null"));
            }
        }
        if (!ON_DUPLICATE.contains(values.getOrDefault("onDuplicate", ON_DUPLICATE.get(0)))) {
            violations.add(new Violation("onDuplicate", "must be one of " + String.join(", ", ON_DUPLICATE)));
        }
        return violations;
    }

    /** Adds a violation if both of two fields are given. {@code rival} counts as missing if it is false. */
    private void notTogether(String field, String rival, List<Violation> violations) {
        if (values.containsKey(field) && !Boolean.FALSE.equals(values.getOrDefault(rival, false))) {
            violations.add(new Violation(field, "cannot be given together with " + rival));
        }
    }

    private List<?> list(String field) {
        return values.get(field) instanceof List<?> texts ? texts : Collections.emptyList();
    }

    /** Returns the most bytes of memory that the fields of the task take beside their text. */
    long weight() {
        return BYTES_OF_VALUE
                * (values.size() + list("tags").size() + list("uniqueBy").size());
    }

    /** Returns the most bytes of memory that the payload takes while it is read as an object of its type. */
    long weightWhileRead() {
        return values.get(NewTaskSchemas.PAYLOAD) instanceof PayloadText payload
                ? BYTES_OF_VALUE * payload.values()
                : 0;
    }

    /**
     * Returns the type.
     *
     * @return the empty text if the type is missing, which is a violation
     */
    public String typeName() {
        return (String) values.getOrDefault("type", "");
    }

    /** Converts the task to its Java form. */
    public NewTask toNewTask() {
        NewTask task = values.get(NewTaskSchemas.PAYLOAD) instanceof PayloadText payload
                ? NewTask.ofJson(typeName(), payload.json())
                : NewTask.of(typeName());
        for (NewField field : NewFields.ALL) {
            Object value = values.get(field.name());
            task = value == null ? task : field.set(task, value);
        }
        return task;
    }
}
