package io.github.rowmill.operate.page.failure;

import io.github.rowmill.engine.read.Count;
import io.github.rowmill.feature.failure.Failure;
import io.github.rowmill.feature.failure.FailureCourse;
import io.github.rowmill.feature.failure.FailurePart;
import io.github.rowmill.operate.admin.AdminFailures.FailedTasks;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.operate.page.chart.Spark;
import io.github.rowmill.operate.page.task.StackTrace;
import io.github.rowmill.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Details of the failures with one cause.
 *
 * @param counted numbers of tasks that failed so; they are lower than the number of attempts
 * @param course null if no recent attempt is kept
 * @param trace a stack trace of one attempt; null if there is none, or if the viewer may not see it
 */
public record FailureFacts(
        Failure card,
        List<FailurePart> parts,
        List<Task> tasks,
        Counted counted,
        @Nullable Course course,
        @Nullable Trace trace) {

    /**
     * Recent numbers of failed attempts.
     *
     * @param step {@code a minute} or {@code an hour}
     * @param isWhole whether all kept attempts were counted
     */
    public record Course(Spark bars, String step, String from, String to, boolean isWhole) {

        static @Nullable Course of(FailureCourse course, boolean byMinute, Times times) {
            String step = byMinute ? "a minute" : "an hour";
            return course.counts().stream().allMatch(count -> count == 0)
                    ? null
                    : new Course(
                            Spark.of(course.counts(), step),
                            step,
                            times.brief(course.from()),
                            times.brief(times.now()),
                            course.isWhole());
        }
    }

    /** The stack trace of one attempt. */
    public record Trace(long task, int attempt, List<StackTrace.Line> lines) {}

    /**
     * Numbers of tasks.
     *
     * @param tasks kept tasks that failed so; null if there are too many to count in time
     * @param dead kept tasks that failed so and are dead; null for the same reason
     */
    public record Counted(@Nullable String tasks, @Nullable String dead) {

        static Counted of(FailedTasks tasks) {
            return new Counted(text(tasks.all()), text(tasks.dead()));
        }

        private static @Nullable String text(@Nullable Count count) {
            return count == null ? null : Figures.count(count);
        }

        /** Returns whether there may be dead tasks to retry. True also if they were not counted. */
        public boolean hasDead() {
            return !"0".equals(dead);
        }
    }
}
