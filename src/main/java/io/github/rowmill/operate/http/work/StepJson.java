package io.github.rowmill.operate.http.work;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.github.rowmill.operate.http.json.PayloadText;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A step that a remote worker has done. */
@RegisterForReflection
@Schema(
        name = "RowmillStep",
        description = "A step that a remote worker has done.",
        requiredProperties = {"lease", "name"})
public record StepJson(
        @Schema(description = "The lease.", examples = "17:3") @Nullable
        String lease,

        @Schema(description = "The name of the step in its task, 1 to 200 characters.", examples = "upload") @Nullable
        String name,

        @Schema(
                description =
                        "The value of the step, any JSON value. Later attempts get it with the task. If missing, the step has no value.",
                implementation = Object.class,
                examples = "{\"place\": \"/films/7\"}")
        @Nullable
        PayloadText result) {

    /** The recorded step. */
    @RegisterForReflection
    @Schema(name = "RowmillRecordedStep", description = "The recorded step.")
    public record Answer(
            @Schema(
                    description =
                            "The value that is recorded: that of this request, or of an attempt that was faster. Null if the step has none.",
                    implementation = Object.class)
            @JsonRawValue
            String recorded) {}
}
