package io.github.rowmill.operate.http.result;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.github.rowmill.operate.admin.ResultViews.ResultView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The result of a task. */
@RegisterForReflection
@Schema(name = "RowmillResult", description = "The result of a task.")
public record ResultJson(
        @Schema(examples = "4711") long id,

        @Schema(enumeration = {"queued", "waiting", "executing", "completed"})
        String status,

        @Schema(
                description = "What the handler returned, or null if it returned nothing or has not returned.",
                implementation = Object.class)
        @JsonRawValue
        @Nullable
        String result) {

    static ResultJson of(ResultView view) {
        return new ResultJson(view.id(), view.status().column(), view.result());
    }
}
