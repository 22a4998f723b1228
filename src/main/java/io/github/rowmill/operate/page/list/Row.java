package io.github.rowmill.operate.page.list;

import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.page.DisplayState;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.task.Task;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A task of the list.
 *
 * @param when how long it has been in its state, or until it is due
 * @param error first line of its error; empty if there is none
 * @param payload its beginning; empty if there is an error
 * @param node the node that executes it; empty if none does
 */
record Row(
        long id,
        DisplayState mood,
        String when,
        String type,
        String queue,
        String error,
        String payload,
        String attempts,
        String node,
        Instant created) {

    private static final int MAX_TEXT = 160;

    static Row of(TaskView view, Times times) {
        Task task = view.task();
        DisplayState mood = DisplayState.of(task, times.now());
        String error = beginning(mood == DisplayState.COMPLETED ? null : task.getError());
        return new Row(
                task.getId(),
                mood,
                when(task, mood, times),
                task.getType(),
                task.getQueue(),
                error,
                error.isEmpty() ? beginning(view.payload()) : "",
                task.getAttempts() + " of " + task.getMaxAttempts(),
                task.getOperatorId() == null ? "" : task.getOperatorId(),
                task.getCreated());
    }

    private static String when(Task task, DisplayState mood, Times times) {
        return switch (mood) {
            case SCHEDULED -> times.ago(task.getRunAt());
            case RETRYING ->
                times.since(task.getRunAt()).isNegative()
                        ? times.ago(task.getRunAt())
                        : "due for " + times.length(task.getRunAt());
            case DUE, WAITING -> "for " + times.length(task.getRunAt());
            case EXECUTING -> task.getStarted() == null ? "" : "for " + times.length(task.getStarted());
            case COMPLETED -> lasted(task);
            case DEAD, CANCELLED -> task.getFinished() == null ? "" : times.ago(task.getFinished());
        };
    }

    private static String lasted(Task task) {
        Instant started = task.getStarted();
        Instant finished = task.getFinished();
        return started == null || finished == null ? "" : "in " + Figures.duration(Duration.between(started, finished));
    }

    private static String beginning(@Nullable String text) {
        String line = text == null ? "" : text.lines().findFirst().orElse("");
        return line.length() <= MAX_TEXT
                ? line
                : line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, MAX_TEXT))) + "…";
    }
}
