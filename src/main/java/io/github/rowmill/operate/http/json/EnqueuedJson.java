package io.github.rowmill.operate.http.json;

import io.github.rowmill.api.Enqueued;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The result of an enqueue. */
@RegisterForReflection
@Schema(name = "RowmillEnqueued", description = "The result of an enqueue.")
public record EnqueuedJson(
        @Schema(description = "The id of the new task, or of the task that already holds the unique key.")
        long id,

        @Schema(description = "True if no new task was created.")
        boolean duplicate,

        @Schema(description = RESULT, examples = "new") String result) {

    public static final String RESULT =
            "The outcome: new, existing (nothing was written), replaced or rescheduled (the other task was changed).";

    /** Returns the JSON form of a result of the queue. */
    public static EnqueuedJson of(Enqueued enqueued) {
        return new EnqueuedJson(enqueued.id(), enqueued.duplicate(), name(enqueued.result()));
    }

    static String name(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
