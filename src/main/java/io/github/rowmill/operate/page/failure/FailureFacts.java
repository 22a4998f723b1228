package io.github.rowmill.operate.page.failure;

import io.github.rowmill.engine.read.Count;
import io.github.rowmill.feature.failure.FailureCourse;
import io.github.rowmill.feature.failure.FailurePart;
import io.github.rowmill.operate.admin.AdminFailures.FailedTasks;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.page.DisplayState;
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
        FailureCard card,
        List<Part> parts,
        List<Row> tasks,
        Counted counted,
        @Nullable Course course,
        @Nullable Trace trace) {

    /** A queue and a type in which the failures occur. */
    public record Part(String queue, String type, String attempts, String ago) {

        static Part of(FailurePart part, Times times) {
            return new Part(part.queue(), part.type(), Figures.number(part.attempts()), times.ago(part.last()));
        }
    }

    /** A task that failed so. */
    public record Row(long id, DisplayState mood, String type, String queue, String attempts) {

        static Row of(TaskView view, Times times) {
            Task task = view.task();
            return new Row(
                    task.getId(),
                    DisplayState.of(task, times.now()),
                    task.getType(),
                    task.getQueue(),
                    "%s of %s".formatted(task.getAttempts(), task.getMaxAttempts()));
        }
    }

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
