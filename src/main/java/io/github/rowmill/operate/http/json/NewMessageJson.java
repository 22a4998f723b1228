package io.github.rowmill.operate.http.json;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Violation;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A message to publish: the payload and the options of the task of each subscriber. {@link NewTaskSchemas} describes
 * the fields.
 *
 * @param values the fields that are neither missing nor null, by name
 */
@RegisterForReflection
@Schema(
        name = NewTaskSchemas.MESSAGE,
        description =
                "A message to publish. Each subscriber gets a task with this payload and these options. A field that is missing or null has the setting of the subscriber or its type.")
public record NewMessageJson(@Schema(hidden = true) Map<String, Object> values) {

    /** Returns the violations that can be found without the queue. */
    List<Violation> violations() {
        return new NewTaskJson(values).contradictions();
    }

    /** Converts the message to a task without a type. */
    public NewTask toNewTask() {
        return new NewTaskJson(values).toNewTask();
    }
}
