package io.github.rowmill.operate.http.json;

import io.github.rowmill.engine.read.Count;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.admin.TaskViews;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of tasks, the newest first. */
@RegisterForReflection
@Schema(name = "RowmillTaskPage", description = "A page of tasks, the newest first.")
public record TaskPage(
        List<TaskJson> tasks,

        @Schema(description = "The value of `after` for the next page, or null on the last page.") @Nullable
        Long next) {

    /** The number of tasks that a query finds. */
    @RegisterForReflection
    @Schema(name = "RowmillTaskCount", description = "The number of tasks that a query finds.")
    public record Total(
            long count,

            @Schema(
                    description =
                            "The number is `exact` below 10,000. Above, it is `estimated` by the planner of the database, or `at-least` this number.",
                    enumeration = {"exact", "at-least", "estimated"})
            String precision) {

        public static Total of(Count count) {
            return new Total(
                    count.number(),
                    count.precision().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
    }

    /** The log of an attempt. */
    @RegisterForReflection
    @Schema(name = "RowmillAttemptLog", description = "The log of an attempt.")
    public record Log(
            long task,
            int attempt,

            @Schema(description = "The last lines, each with a line break at its end. Null if none were kept.")
            @Nullable
            String lines) {}

    /** A page of the failed attempts of a task. */
    @RegisterForReflection
    @Schema(name = "RowmillAttemptPage", description = "A page of the failed attempts of a task, the last one first.")
    public record Attempts(
            List<FailedAttemptJson> attempts,

            @Schema(description = "The value of `after` for the next page, or null on the last page.") @Nullable
            Integer next) {

        public static Attempts of(TaskView view) {
            return new Attempts(FailedAttemptJson.of(view), view.nextAttempts());
        }
    }

    public static TaskPage of(TaskViews.Page page) {
        return new TaskPage(page.tasks().stream().map(TaskJson::of).toList(), page.next());
    }
}
