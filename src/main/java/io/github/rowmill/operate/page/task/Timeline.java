package io.github.rowmill.operate.page.task;

import io.github.rowmill.operate.admin.step.StepViews.StepView;
import io.github.rowmill.operate.page.DisplayState;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task's life as a drawing of waits and runs, with its sleeps and steps. Each is as wide as the logarithm of its
 * length, so that moments and days fit on one line. Places are in percent of the width.
 *
 * @param end the end of the task; null if it has not ended
 */
record Timeline(
        List<Stretch> stretches, List<Run> runs, @Nullable End end, String settled) {

    /**
     * A time of waiting.
     *
     * @param kind CSS class: {@code later}, {@code wait}, {@code back}, {@code asleep}
     */
    record Stretch(String kind, String x1, String x2, String middle, String label) {}

    /**
     * A run of the handler.
     *
     * @param records the places at which steps were recorded
     */
    record Run(
            int number,
            HandlerRun.Kind kind,
            String x,
            String width,
            String middle,
            String right,
            String start,
            String label,
            List<String> records) {

        public boolean isLost() {
            return kind == HandlerRun.Kind.LOST;
        }

        public boolean isRunning() {
            return kind == HandlerRun.Kind.RUNS;
        }

        /** Returns the state whose colour its end has, or empty text if it has not ended or was lost. */
        public String cap() {
            return switch (kind) {
                case FAILED, TIMED_OUT -> "dead";
                case SUCCEEDED -> "completed";
                case CANCELLED -> "cancelled";
                case LOST, PAUSED, RUNS -> "";
            };
        }
    }

    /**
     * The end of the task.
     *
     * @param from height at which its line begins
     * @param label the text beside it
     */
    record End(String x, String from, DisplayState mood, String label) {}

    static Timeline of(Task task, List<Leg> legs, List<StepView> steps, Times times) {
        return new Drawing(task, legs, steps, times).timeline();
    }

    /** Returns whether the task has slept or waited in a step. */
    public boolean hasSlept() {
        return stretches.stream().anyMatch(stretch -> stretch.kind().equals("asleep"));
    }

    /** Returns whether steps are drawn. */
    public boolean hasSteps() {
        return runs.stream().anyMatch(run -> !run.records().isEmpty());
    }
}
