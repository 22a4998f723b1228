package io.github.rowmill.operate.page.task;

import io.github.rowmill.operate.page.Times;
import io.github.rowmill.task.Attempt;
import io.quarkus.qute.TemplateExtension;
import java.util.List;
import java.util.Locale;

/** Formats runs of a handler for templates. */
@TemplateExtension
public final class RunTexts {

    private RunTexts() {}

    public static String start(HandlerRun run, Times times) {
        return run.started() == null ? "" : times.at(run.started());
    }

    /** Returns how long the run took, or has taken so far. */
    public static String length(HandlerRun run, Times times) {
        return StateSentence.length(run, times);
    }

    /** Returns the CSS class of the run's colour. */
    public static String tone(HandlerRun run) {
        return switch (run.kind()) {
            case FAILED, TIMED_OUT -> "dead";
            case LOST -> "retrying";
            case SUCCEEDED -> "completed";
            case CANCELLED -> "cancelled";
            case PAUSED, RUNS -> "executing";
        };
    }

    /** Returns the name of the run's icon in the sprite. */
    public static String icon(HandlerRun run) {
        return switch (run.kind()) {
            case FAILED, TIMED_OUT -> "retrying";
            case LOST -> "lost";
            case SUCCEEDED, CANCELLED, PAUSED, RUNS -> tone(run);
        };
    }

    public static String word(HandlerRun run) {
        return run.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns the first line of the error, or empty text if the run did not fail. */
    public static String error(HandlerRun run) {
        Attempt failure = run.failure();
        return failure == null ? "" : failure.getError().lines().findFirst().orElse("");
    }

    /** Returns the stack trace without frames of frameworks. */
    public static List<StackTrace.Line> trace(HandlerRun run) {
        return StackTrace.folded(whole(run));
    }

    /** Returns the stack trace, or empty text if there is none or the viewer may not see it. */
    public static String whole(HandlerRun run) {
        Attempt failure = run.failure();
        String trace = failure == null ? null : failure.getStackTrace();
        return trace == null ? "" : trace;
    }
}
