package io.github.rowmill.operate.http.task;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.rowmill.engine.read.Count;
import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.feature.failure.FailureReader.Place;
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

        @Schema(description = "The value of `after` for the next page, or null on the last page.") @Nullable
        String next) {

    /** Failures of one cause. */
    @RegisterForReflection
    @Schema(name = "RowmillFailure", description = "Failures with the same cause.")
    public record Group(
            @Schema(
                    description =
                            "The signature of the cause. To find its tasks, search for `failure:` followed by it.",
                    examples = "9f0c1a77be52d310")
            String signature,

            @Schema(
                    description =
                            "The class of the innermost exception, `crashed` if a lease expired, or `timed out` if the handler took too long.",
                    examples = "java.net.ConnectException")
            String exception,

            @Schema(
                    description = "The first frame in the code of the application, or empty if there is none.",
                    examples = "com.acme.Mailer.send")
            String frame,

            @Schema(
                    description = "The first line of the message, with # in place of numbers.",
                    examples = "Connection refused: #")
            String message,

            @Schema(
                    description =
                            "Attempts that failed with this cause. A task may have several. If a node dies, up to five seconds of its attempts are not counted. The failure is deleted if none was added for as long as dead tasks are kept.")
            long attempts,

            Instant first,
            Instant last,
            @Schema(description = "The types of the tasks.") List<String> types,

            @Schema(description = "The last task that failed with this cause.")
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
    @Schema(
            name = "RowmillFailureOfTasks",
            description = "Failures with the same cause, and the number of tasks that failed with it.")
    public record OfTasks(
            @JsonUnwrapped Group failure,

            @Schema(
                    description =
                            "The number of kept tasks that failed with this cause, in any state, or null if counting takes too long.")
            TaskPage.@Nullable Total tasks,

            @Schema(description = "The number of these tasks that are dead, or null if counting takes too long.")
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
