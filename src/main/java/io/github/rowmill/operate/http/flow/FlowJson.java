package io.github.rowmill.operate.http.flow;

import io.github.rowmill.api.FlowCounts;
import io.github.rowmill.api.FlowView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A flow with its parts. */
@RegisterForReflection
@Schema(name = "RowmillFlow", description = "A flow with its parts.")
public record FlowJson(
        @Schema(examples = "12") long id,
        @Schema(examples = "order") String name,

        @Schema(
                description =
                        "`running`: its tasks run or wait. `held`: a part waits, because a task before it has failed. `ended`: all its tasks have ended. `cancelled`: a user has cancelled it.",
                enumeration = {"running", "held", "ended", "cancelled"})
        String state,

        @Schema(description = "At most one flow of a name that has not ended has this key.") @Nullable
        String uniqueKey,

        @Schema(
                description = "What happens to parts after a part that failed.",
                enumeration = {"hold", "cancel"})
        String onFailure,

        @Schema(description = "The program that enqueued the flow.") @Nullable
        String source,

        @Schema(description = "The task that waits for its end, and whose step has enqueued it.") @Nullable
        Long owner,

        Instant created,

        @Schema(description = "The time when a user cancelled it.") @Nullable
        Instant cancelled,

        @Schema(description = "The time of its end.") @Nullable
        Instant finished,

        List<Part> parts) {

    /** A part of a flow. */
    @RegisterForReflection
    @Schema(name = "RowmillPart", description = "A part of a flow: tasks that start together.")
    public record Part(
            @Schema(examples = "ship") String name,

            @Schema(enumeration = {"waiting", "held", "open", "cancelled"})
            String state,

            @Schema(
                    description = "What it needs of the parts before it.",
                    enumeration = {"completed", "ended", "failed"})
            String needs,

            @Schema(description = "The parts before it.") List<String> after,

            @Schema(description = "The time when it was started or cancelled.") @Nullable
            Instant decided,

            @Schema(
                    description =
                            "A task that must end first. If the part is held, the task that has failed. Null: none.")
            @Nullable
            Long waitsFor,

            Counts tasks) {

        private static Part of(FlowView.Part part) {
            return new Part(
                    part.name(),
                    word(part.state()),
                    word(part.needs()),
                    part.after(),
                    part.decided(),
                    part.waitsFor(),
                    Counts.of(part.counts()));
        }
    }

    /** The tasks of a part by their state. */
    @RegisterForReflection
    @Schema(name = "RowmillPartTasks", description = "The number of tasks of a part, by state.")
    public record Counts(
            long waiting,
            long queued,
            long executing,

            @Schema(description = "Completed tasks, and tasks without a row.")
            long completed,

            long dead,
            long cancelled) {

        private static Counts of(FlowCounts counts) {
            return new Counts(
                    counts.waiting(),
                    counts.queued(),
                    counts.executing(),
                    counts.completed(),
                    counts.dead(),
                    counts.cancelled());
        }
    }

    static FlowJson of(FlowView flow) {
        return new FlowJson(
                flow.id(),
                flow.name(),
                word(flow.state()),
                flow.uniqueKey(),
                word(flow.failure()),
                flow.source(),
                flow.owner(),
                flow.created(),
                flow.cancelled(),
                flow.finished(),
                flow.parts().stream().map(Part::of).toList());
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
