package io.github.rowmill.operate.http.task;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.rowmill.engine.failure.Failure;
import io.github.rowmill.engine.failure.FailureReader.Place;
import io.github.rowmill.engine.store.read.Count;
import io.github.rowmill.operate.admin.AdminFailures.FailedTasks;
import io.github.rowmill.operate.http.json.TaskPage;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of failures, the latest first. */
@RegisterForReflection
@Schema(name = "RowmillFailurePage", description = "A page of failures, the latest first.")
public record FailurePage(
        List<Group> failures,

        @Schema(description = "What to ask for as `after` to get the next page; null: this is the last.") @Nullable
        String next) {

    /** Failures of one cause. */
    @RegisterForReflection
    @Schema(name = "RowmillFailure", description = "Failures of one cause.")
    public record Group(
            @Schema(
                    description = "By which tasks are searched for: `failure:` and this.",
                    examples = "9f0c1a77be52d310")
            String signature,

            @Schema(
                    description =
                            "The class of the innermost exception; `crashed` where a lease expired, `timed out` where the handler took too long.",
                    examples = "java.net.ConnectException")
            String exception,

            @Schema(
                    description = "The first frame that is the application's own; empty: there is none.",
                    examples = "com.acme.Mailer.send")
            String frame,

            @Schema(
                    description = "The first line of the message, with # for numbers.",
                    examples = "Connection refused: #")
            String message,

            @Schema(
                    description =
                            "Attempts that failed so, of which a task may have several; a node that dies takes up to five seconds of them with it. Forgotten when none was added for as long as dead tasks are kept.")
            long attempts,

            Instant first,
            Instant last,
            @Schema(description = "The types of the tasks.") List<String> types,

            @Schema(description = "The task that failed so last.")
            long sample) {

        static Group of(Failure failure) {
            return new Group(
                    failure.signature(),
                    failure.exception(),
                    failure.frame(),
                    failure.message(),
                    failure.attempts(),
                    failure.first(),
                    failure.last(),
                    failure.types(),
                    failure.sample());
        }
    }

    /** Failures of one cause, and the numbers of their tasks. */
    @RegisterForReflection
    @Schema(name = "RowmillFailureOfTasks", description = "Failures of one cause, and how many tasks failed so.")
    public record OfTasks(
            @JsonUnwrapped Group failure,

            @Schema(
                    description =
                            "The tasks that failed so and are kept, whatever became of them; null: they are too many to be counted in time.")
            TaskPage.@Nullable Total tasks,

            @Schema(description = "Those of them that are dead; null: they are too many to be counted in time.")
            TaskPage.@Nullable Total dead) {

        static OfTasks of(Failure failure, FailedTasks tasks) {
            return new OfTasks(Group.of(failure), total(tasks.all()), total(tasks.dead()));
        }

        private static TaskPage.@Nullable Total total(@Nullable Count count) {
            return count == null ? null : TaskPage.Total.of(count);
        }
    }

    /** Returns the first {@code limit} failures. A further failure in the list means that a next page exists. */
    static FailurePage of(List<Failure> oneMore, int limit) {
        List<Group> groups = oneMore.stream().limit(limit).map(Group::of).toList();
        Group last = oneMore.size() > limit ? groups.get(groups.size() - 1) : null;
        return new FailurePage(groups, last == null ? null : new Place(last.last(), last.signature()).text());
    }
}
