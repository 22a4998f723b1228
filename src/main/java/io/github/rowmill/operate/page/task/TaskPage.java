package io.github.rowmill.operate.page.task;

import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.engine.execute.NestedFlows;
import io.github.rowmill.feature.flow.store.FlowPlaces;
import io.github.rowmill.feature.job.BulkAction;
import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.admin.step.StepViews;
import io.github.rowmill.operate.page.DisplayState;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.task.Progress;
import io.github.rowmill.task.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page of one task.
 *
 * @param attempts a page of attempts, last one first
 * @param isLatest whether these are the latest attempts
 * @param older path of the page with older attempts; null if there are none
 * @param result the result; null if there is none, or if the viewer may not see it
 * @param isLater whether the task is due in the future
 * @param isAsleep whether the task is queued and sleeps in a step
 * @param log the log of an attempt; null if none was kept, or if the viewer may not see it
 */
record TaskPage(
        Task task,
        DisplayState mood,
        StateSentence lede,
        Timeline trace,
        List<HandlerRun> attempts,
        boolean isLatest,
        @Nullable String older,
        @Nullable Payload payload,
        @Nullable Result result,
        boolean withPayload,
        StepTable steps,
        Facts facts,
        boolean isLater,
        boolean isAsleep,
        @Nullable Log log) {

    /** The log of an attempt. */
    record Log(int attempt, String lines) {}

    /** A payload for display, as JSON, and as a command that enqueues it again. */
    record Payload(List<PayloadToken> tokens, String json, String curl, boolean isMasked) {

        private static Payload of(Task task, String json) {
            List<PayloadToken> tokens = PayloadToken.of(json);
            boolean isMasked = tokens.stream().anyMatch(token -> token.kind().equals("mask"));
            return new Payload(tokens, json, Curl.of(task, json), isMasked);
        }
    }

    /** A result for display. */
    record Result(List<PayloadToken> tokens, boolean isMasked) {

        private static @Nullable Result of(@Nullable String json) {
            if (json == null) {
                return null;
            }
            List<PayloadToken> tokens = PayloadToken.of(json);
            return new Result(
                    tokens, tokens.stream().anyMatch(token -> token.kind().equals("mask")));
        }
    }

    /**
     * Returns the page of a task.
     *
     * @param listed the task with the attempts to list; null for its latest ones
     * @param place the place of the task in a flow; null for none
     */
    static TaskPage of(
            TaskView view,
            @Nullable TaskView listed,
            FlowPlaces.@Nullable OfTask place,
            StepViews.View steps,
            Times times,
            @Nullable Log log) {
        Task task = view.task();
        List<HandlerRun> tries = HandlerRun.of(task, view.attempts());
        Integer next = listed == null ? view.nextAttempts() : listed.nextAttempts();
        DisplayState mood = DisplayState.of(task, times.now());
        String pause = StepTable.pause(task, steps, times);
        String json = view.payload();
        return new TaskPage(
                task,
                mood,
                StateSentence.of(task, mood, tries, pause, times),
                Timeline.of(task, Leg.of(task, tries, steps.steps()), steps.steps(), times),
                newestFirst(listed == null ? tries : HandlerRun.failed(listed.attempts())),
                listed == null,
                next == null ? null : "tasks/" + task.getId() + "?attempts=" + next + "#attempts",
                json == null ? null : Payload.of(task, json),
                Result.of(view.result()),
                view.withPayload(),
                StepTable.of(steps, !mood.hasEnded(), times),
                Facts.of(task, place, view.withPayload()),
                times.since(task.getRunAt()).isNegative(),
                !pause.isEmpty() && task.getAwaits() == null,
                log);
    }

    private static List<HandlerRun> newestFirst(List<HandlerRun> tries) {
        List<HandlerRun> reversed = new ArrayList<>(tries);
        Collections.reverse(reversed);
        return reversed;
    }

    /** Returns the title for the browser's tab. The state comes first. */
    public String title() {
        return "%s · %s %s".formatted(mood.label(), task.getType(), task.getId());
    }

    /** Returns whether the task can be queued again. */
    public boolean canRetry() {
        return BulkAction.RETRY.appliesTo(task.getStatus());
    }

    public boolean canCancel() {
        return BulkAction.CANCEL.appliesTo(task.getStatus());
    }

    /**
     * Returns whether the task is due later, and could be made due at once. A task that sleeps would sleep on.
     */
    public boolean canRun() {
        return isLater && !isAsleep && (mood == DisplayState.SCHEDULED || mood == DisplayState.RETRYING);
    }

    public boolean canChange() {
        return canMove() || canRetry();
    }

    /** Returns whether its time can be changed, too. */
    public boolean canDelay() {
        return canMove() && !task.waitsForPart();
    }

    /** Returns whether its queue can be changed, too. */
    public boolean canMove() {
        return task.isWaiting();
    }

    /** Returns the initial content of the retry form. */
    public RetryOptions given() {
        return RetryOptions.NONE;
    }

    /** {@return the progress of the handler, or null if it has reported none, or if the task has completed} */
    public @Nullable Progress progress() {
        return mood == DisplayState.COMPLETED ? null : task.getProgress();
    }

    /**
     * Returns whether the task waits for a signal that a user may send. The end of a flow sends its signal
     * itself.
     */
    public boolean awaitsSignal() {
        String signal = task.getAwaits();
        return signal != null && NestedFlows.flow(signal).isEmpty();
    }

    public boolean canDelete() {
        return BulkAction.DELETE.appliesTo(task.getStatus());
    }

    /** Returns the path of the tasks of its type. */
    public String others() {
        return Search.of("type", task.getType()).path();
    }
}
