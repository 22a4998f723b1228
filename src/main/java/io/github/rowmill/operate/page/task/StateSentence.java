package io.github.rowmill.operate.page.task;

import io.github.rowmill.operate.page.DisplayState;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.page.Times;
import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a task, in a sentence.
 *
 * @param error first line of the last failure; empty if there is none
 * @param alike path of the tasks that failed in the same way; empty if there is none
 */
record StateSentence(String text, String error, String alike) {

    /**
     * Returns the state of a task.
     *
     * @param pause what a queued task waits for; empty for nothing but its time
     */
    static StateSentence of(Task task, DisplayState mood, List<HandlerRun> tries, String pause, Times times) {
        Attempt failure = tries.isEmpty() || mood == DisplayState.COMPLETED
                ? null
                : tries.stream().map(HandlerRun::failure).reduce(null, StateSentence::later);
        String signature = failure == null ? null : failure.getSignature();
        String error = mood == DisplayState.COMPLETED || task.getError() == null ? "" : task.getError();
        return new StateSentence(
                pause.isEmpty() ? text(task, mood, tries, times) : paused(task, pause),
                error.lines().findFirst().orElse(""),
                signature == null ? "" : Search.of("failure", signature).path());
    }

    private static @Nullable Attempt later(@Nullable Attempt one, @Nullable Attempt other) {
        return other == null ? one : other;
    }

    private static String text(Task task, DisplayState mood, List<HandlerRun> tries, Times times) {
        return switch (mood) {
            case SCHEDULED -> "until %s, %s".formatted(times.at(task.getRunAt()), times.ago(task.getRunAt()));
            case RETRYING ->
                times.since(task.getRunAt()).isNegative()
                        ? "at %s, %s; %s"
                                .formatted(times.at(task.getRunAt()), times.ago(task.getRunAt()), attempts(task))
                        : "due " + due(task, times);
            case DUE -> due(task, times);
            case WAITING ->
                (task.waitsForPart() ? "for the start of its part of a flow; " : "for the turn of its key; ")
                        + attempts(task);
            case EXECUTING -> executing(task, times);
            case COMPLETED -> "%s%s".formatted(ended(task, times), took(tries, times));
            case DEAD -> "%s; %s".formatted(ended(task, times), attempts(task));
            case CANCELLED -> "%s; %s".formatted(ended(task, times), attempts(task));
        };
    }

    /** Returns the sentence of a task that waits or sleeps. Neither uses up an attempt. */
    private static String paused(Task task, String pause) {
        return task.getAttempts() == 0 ? pause : "%s; %s".formatted(pause, attempts(task));
    }

    private static String due(Task task, Times times) {
        return "since %s, for %s; %s"
                .formatted(times.at(task.getRunAt()), times.length(task.getRunAt()), attempts(task));
    }

    private static String executing(Task task, Times times) {
        Instant started = task.getStarted();
        String since = started == null ? "" : " for " + times.length(started);
        Duration timeout = task.getTimeout();
        String most = timeout == null ? "" : " of at most " + Figures.duration(timeout);
        return "on %s%s%s; attempt %s of %s"
                .formatted(task.getOperatorId(), since, most, task.getAttempts(), task.getMaxAttempts());
    }

    private static String ended(Task task, Times times) {
        Instant finished = task.getFinished();
        return finished == null ? "" : "at %s, %s".formatted(times.at(finished), times.ago(finished));
    }

    private static String took(List<HandlerRun> tries, Times times) {
        if (tries.isEmpty()) {
            return "";
        }
        HandlerRun last = tries.get(tries.size() - 1);
        return "; attempt %s took %s".formatted(last.number(), length(last, times));
    }

    /** Returns how long an attempt took, or has taken so far. */
    static String length(HandlerRun run, Times times) {
        Instant started = run.started();
        if (started == null) {
            return "";
        }
        Instant ended = run.ended();
        return Figures.duration(Duration.between(started, ended == null ? times.now() : ended));
    }

    private static String attempts(Task task) {
        String crashes = task.getCrashes() == 0
                ? ""
                : task.getCrashes() == 1 ? ", 1 crash" : ", %s crashes".formatted(task.getCrashes());
        return task.getAttempts() == 0
                ? "no attempt yet"
                : "%s of %s attempts used%s".formatted(task.getAttempts(), task.getMaxAttempts(), crashes);
    }
}
