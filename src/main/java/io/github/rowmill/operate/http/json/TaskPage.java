package io.github.rowmill.operate.http.json;

import io.github.rowmill.engine.store.read.Count;
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

        @Schema(description = "What to ask for as `after` to get the next page; null: this is the last.") @Nullable
        Long next) {

    /** How many tasks a query finds. */
    @RegisterForReflection
    @Schema(name = "RowmillTaskCount", description = "How many tasks a query finds.")
    public record Total(
            long count,

            @Schema(
                    description =
                            "`exact` below 10,000; beyond, what the planner of the database thinks, or `at-least` that many.",
                    enumeration = {"exact", "at-least", "estimated"})
            String precision) {

        public static Total of(Count count) {
            return new Total(
                    count.number(),
                    count.precision().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
    }

    /** What an attempt logged. */
    @RegisterForReflection
    @Schema(name = "RowmillAttemptLog", description = "What an attempt logged, as far as it was kept.")
    public record Log(
            long task,
            int attempt,

            @Schema(description = "The last lines, a line break behind each; null: none were kept.") @Nullable
            String lines) {}

    /** A page cut from one task more than fits, if there is one more. */
    public static TaskPage of(List<TaskJson> oneMore, int limit) {
        if (oneMore.size() <= limit) {
            return new TaskPage(oneMore, null);
        }
        List<TaskJson> tasks = oneMore.subList(0, limit);
        return new TaskPage(tasks, tasks.get(limit - 1).id());
    }
}
