package io.github.rowmill.operate.page.task;

import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.text.FailureSignature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run of a task's handler. Each failed run has a row of its own; the last run is read from the task's row.
 *
 * @param ended null if the run has not ended
 * @param failure null if the run did not fail
 */
public record HandlerRun(
        int number,
        Kind kind,
        @Nullable Instant started,
        @Nullable Instant ended,
        String node,
        @Nullable Attempt failure) {

    /** The ending of a run. */
    public enum Kind {
        FAILED,
        /** Its node was lost. */
        LOST,
        TIMED_OUT,
        SUCCEEDED,
        CANCELLED,
        /** A sleep or a wait ended it. */
        PAUSED,
        /** It has not ended. */
        RUNS
    }

    /**
     * Returns the runs that failed, first one first.
     *
     * @param failures last one first
     */
    static List<HandlerRun> failed(List<Attempt> failures) {
        List<HandlerRun> tries = new ArrayList<>();
        failures.forEach(failure -> tries.add(
                0,
                new HandlerRun(
                        failure.getNumber(),
                        kind(failure),
                        failure.getStarted(),
                        failure.getFinished(),
                        failure.getOperator(),
                        failure)));
        return tries;
    }

    /**
     * Returns all known runs, first one first.
     *
     * @param failures last one first
     */
    static List<HandlerRun> of(Task task, List<Attempt> failures) {
        List<HandlerRun> tries = failed(failures);
        Kind last = last(task, tries);
        if (last != null) {
            String node = task.getOperatorId();
            tries.add(new HandlerRun(
                    task.getAttempts(), last, task.getStarted(), task.getFinished(), node == null ? "" : node, null));
        }
        return tries;
    }

    private static Kind kind(Attempt failure) {
        String signature = failure.getSignature();
        if (FailureSignature.CRASHED.id().equals(signature)) {
            return Kind.LOST;
        }
        return FailureSignature.TIMED_OUT.id().equals(signature) ? Kind.TIMED_OUT : Kind.FAILED;
    }

    /** Returns the kind of the run that has no row of its own, or null if there is no such run. */
    private static @Nullable Kind last(Task task, List<HandlerRun> failed) {
        Instant started = task.getStarted();
        if (task.getStatus() == TaskStatus.EXECUTING) {
            return Kind.RUNS;
        }
        if (started == null) {
            return null;
        }
        if (task.getStatus() == TaskStatus.COMPLETED) {
            return Kind.SUCCEEDED;
        }
        Instant before = failed.isEmpty() ? null : failed.get(failed.size() - 1).ended();
        boolean isLater = before == null || !started.isBefore(before);
        return task.getStatus() == TaskStatus.CANCELLED && isLater ? Kind.CANCELLED : null;
    }

    /** Returns whether the run failed, timed out or was lost. */
    public boolean isBad() {
        return kind == Kind.FAILED || kind == Kind.TIMED_OUT || kind == Kind.LOST;
    }
}
