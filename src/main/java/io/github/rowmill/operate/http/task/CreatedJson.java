package io.github.rowmill.operate.http.task;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.operate.http.json.EnqueuedJson;
import io.github.rowmill.operate.http.json.TaskJson;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A task as an enqueue left it. */
@RegisterForReflection
@Schema(name = "RowmillEnqueuedTask", description = "A task after its enqueue.")
public record CreatedJson(
        @JsonUnwrapped TaskJson task,

        @Schema(description = EnqueuedJson.RESULT, examples = "new")
        String result) {

    /** Returns a task with the result of its enqueue. */
    public static CreatedJson of(TaskJson task, Enqueued enqueued) {
        return new CreatedJson(task, EnqueuedJson.of(enqueued).result());
    }
}
