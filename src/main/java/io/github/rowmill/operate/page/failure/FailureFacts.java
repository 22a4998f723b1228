package io.github.rowmill.operate.page.failure;

import io.github.rowmill.engine.failure.FailureCourse;
import io.github.rowmill.engine.failure.FailurePart;
import io.github.rowmill.engine.store.read.Count;
import io.github.rowmill.operate.admin.AdminFailures.FailedTasks;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Mood;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.operate.page.chart.Spark;
import io.github.rowmill.operate.page.task.StackTrace;
import io.github.rowmill.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the failures of one cause.
 *
 * @param counted how many tasks failed so, which is fewer than attempts
 * @param course null: no attempt of it is kept, or none that is recent
 * @param trace a stack trace of it; null: there is none, or it is not for the viewer
 */
public record FailureFacts(
        FailureCard card,
        List<Part> parts,
        List<Row> tasks,
        Counted counted,
        @Nullable Course course,
        @Nullable Trace trace) {

    /** Where it is seen. */
    public record Part(String queue, String type, String attempts, String ago) {

        static Part of(FailurePart part, Times times) {
            return new Part(part.queue(), part.type(), Figures.number(part.attempts()), times.ago(part.last()));
        }
    }

    /** A task that failed so. */
    public record Row(long id, Mood mood, String type, String queue, String attempts) {

        static Row of(TaskView view, Times times) {
            Task task = view.task();
            return new Row(
                    task.getId(),
                    Mood.of(task, times.now()),
                    task.getType(),
                    task.getQueue(),
                    "%s of %s".formatted(task.getAttempts(), task.getMaxAttempts()));
        }
    }

    /**
     * How often attempts failed so of late.
     *
     * @param step {@code a minute} or {@code an hour}
     * @param isWhole whether all attempts that are kept are told
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
     * @param tasks that failed so and are kept; null: they are too many to be counted in time
     * @param dead those of them that are dead; null as well
     */
    public record Counted(@Nullable String tasks, @Nullable String dead) {

        static Counted of(FailedTasks tasks) {
            return new Counted(text(tasks.all()), text(tasks.dead()));
        }

        private static @Nullable String text(@Nullable Count count) {
            return count == null ? null : Figures.count(count);
        }

        /** Whether there is anything to retry, as far as one knows. */
        public boolean hasDead() {
            return !"0".equals(dead);
        }
    }
}
