package io.github.rowmill.operate.http.task;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.github.rowmill.operate.admin.step.StepViews;
import io.github.rowmill.operate.admin.step.StepViews.StepView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The steps and signals of a task. */
@RegisterForReflection
@Schema(name = "RowmillSteps", description = "The steps and signals of a task.")
public record StepsJson(
        @Schema(description = "The last 100 steps, sleeps and waits, the first one first.")
        List<Step> steps,

        @Schema(description = "Whether there are earlier ones.")
        boolean more,

        @Schema(description = "The first 100 signals that no wait has taken, the first one first.")
        List<Signal> signals) {

    static StepsJson of(StepViews.View view) {
        return new StepsJson(
                view.steps().stream().map(Step::of).toList(),
                view.isCut(),
                view.signals().stream().map(Signal::of).toList());
    }

    /** A step, sleep or wait. */
    @RegisterForReflection
    @Schema(name = "RowmillTaskStep", description = "A step, sleep or wait of a task.")
    public record Step(
            String name,

            @Schema(
                    description = "step, loop, sleep, signal for a wait, or flow for a wait for a flow.",
                    examples = "step")
            String kind,

            @Schema(description = "When it was recorded first.")
            Instant begun,

            @Schema(description = "The end of a sleep or wait, or null for other kinds.") @Nullable
            Instant until,

            @Schema(description = "When it was over, or null if it is not.") @Nullable
            Instant done,

            @Schema(description = "The committed turns of a loop, 0 for other kinds.")
            long turns,

            @Schema(description = "The flow that the step has enqueued, or null for other kinds.") @Nullable
            Long flow,

            @Schema(
                    description =
                            "The value of the step, the cursor of the loop, or the payload of the signal, with sensitive values masked. Null if there is none, or it is not shown.",
                    implementation = Object.class)
            @JsonRawValue
            @Nullable
            String value,

            @Schema(description = "Why the value is not shown, or null.", examples = "needs view-payload") @Nullable
            String hidden) {

        private static Step of(StepView step) {
            return new Step(
                    step.name(),
                    step.kind(),
                    step.begun(),
                    step.until(),
                    step.done(),
                    step.turns(),
                    step.flow(),
                    step.value().json(),
                    reason(step.value()));
        }
    }

    /** A signal that no wait has taken. */
    @RegisterForReflection
    @Schema(name = "RowmillTaskSignal", description = "A signal that no wait of the task has taken.")
    public record Signal(
            String name,
            Instant sent,

            @Schema(
                    description = "The payload, with sensitive values masked. Null if it is not shown.",
                    implementation = Object.class)
            @JsonRawValue
            @Nullable
            String payload,

            @Schema(description = "Why the payload is not shown, or null.", examples = "needs view-payload") @Nullable
            String hidden) {

        private static Signal of(StepViews.SignalView signal) {
            return new Signal(signal.name(), signal.sent(), signal.payload().json(), reason(signal.payload()));
        }
    }

    private static @Nullable String reason(StepViews.Value value) {
        return value.reason().isEmpty() ? null : value.reason();
    }
}
