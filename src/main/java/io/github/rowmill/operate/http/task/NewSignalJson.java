package io.github.rowmill.operate.http.task;

import com.fasterxml.jackson.databind.util.RawValue;
import io.github.rowmill.operate.http.json.PayloadText;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A signal to a task. */
@RegisterForReflection
@Schema(name = "RowmillNewSignal", description = "A signal to a task.")
public record NewSignalJson(
        @Schema(
                description =
                        "The value that the wait for the signal returns. It must fit the class of the wait. If missing or null, an empty object.",
                implementation = Object.class,
                examples = "{\"approved\": true}")
        @Nullable
        PayloadText payload) {

    /** A signal without a payload. */
    static final NewSignalJson EMPTY = new NewSignalJson(null);

    /** Returns the payload as it was sent. */
    Object value() {
        return new RawValue(payload == null ? "{}" : payload.json());
    }
}
