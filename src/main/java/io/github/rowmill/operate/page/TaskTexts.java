package io.github.rowmill.operate.page;

import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.task.Progress;
import io.github.rowmill.task.Task;
import io.quarkus.qute.TemplateExtension;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Formats tasks for templates. */
@TemplateExtension
public final class TaskTexts {

    private static final int MAX_TEXT = 160;

    private TaskTexts() {}

    public static DisplayState mood(Task task, Times times) {
        return DisplayState.of(task, times.now());
    }

    /** Returns how long the task has been in its state, or how long until it is due. */
    public static String when(Task task, Times times) {
        return switch (mood(task, times)) {
            case SCHEDULED -> times.ago(task.getRunAt());
            case RETRYING ->
                times.since(task.getRunAt()).isNegative()
                        ? times.ago(task.getRunAt())
                        : "due for " + times.length(task.getRunAt());
            case DUE, WAITING -> "for " + times.length(task.getRunAt());
            case EXECUTING -> task.getStarted() == null ? "" : "for " + runTime(task, times) + share(task);
            case COMPLETED -> lasted(task);
            case DEAD, CANCELLED -> task.getFinished() == null ? "" : times.ago(task.getFinished());
        };
    }

    private static String share(Task task) {
        Progress progress = task.getProgress();
        return progress == null ? "" : ", %s %%".formatted(progress.percent());
    }

    private static String lasted(Task task) {
        Instant started = task.getStarted();
        Instant finished = task.getFinished();
        return started == null || finished == null ? "" : "in " + Figures.duration(Duration.between(started, finished));
    }

    /** Returns how long the task has run, or empty text if it has not started. */
    public static String runTime(Task task, Times times) {
        Instant started = task.getStarted();
        return started == null ? "" : times.length(started);
    }

    /** Returns the first line of the error, or empty text if there is none or the task has completed. */
    public static String errorLine(Task task, Times times) {
        return beginning(mood(task, times) == DisplayState.COMPLETED ? null : task.getError());
    }

    /** Returns the beginning of the payload. */
    public static String payloadLine(TaskView view) {
        return beginning(view.payload());
    }

    private static String beginning(@Nullable String text) {
        String line = text == null ? "" : text.lines().findFirst().orElse("");
        return line.length() <= MAX_TEXT
                ? line
                : line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, MAX_TEXT))) + "…";
    }

    public static String attemptsOfMost(Task task) {
        return task.getAttempts() + " of " + task.getMaxAttempts();
    }

    /** Returns the node that executes the task, or empty text if none does. */
    public static String node(Task task) {
        String node = task.getOperatorId();
        return node == null ? "" : node;
    }
}
