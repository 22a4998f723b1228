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
 * One run of a task's handler: those that failed have a row each, and the last one is told by the task's own.
 *
 * @param ended null: it has not
 * @param failure null: it did not fail
 */
record Try(
        int number,
        Kind kind,
        @Nullable Instant started,
        @Nullable Instant ended,
        String node,
        @Nullable Attempt failure) {

    /** How it ended. */
    enum Kind {
        FAILED,
        /** Its node was. */
        LOST,
        TIMED_OUT,
        SUCCEEDED,
        CANCELLED,
        /** It has not ended. */
        RUNS
    }

    /** Runs that failed, the first one first; {@code failures} has the last one first. */
    static List<Try> failed(List<Attempt> failures) {
        List<Try> tries = new ArrayList<>();
        failures.forEach(failure -> tries.add(
                0,
                new Try(
                        failure.getNumber(),
                        kind(failure),
                        failure.getStarted(),
                        failure.getFinished(),
                        failure.getOperator(),
                        failure)));
        return tries;
    }

    /** All known runs, the first one first; {@code failures} has the last one first. */
    static List<Try> of(Task task, List<Attempt> failures) {
        List<Try> tries = failed(failures);
        Kind last = last(task, tries);
        if (last != null) {
            String node = task.getOperatorId();
            tries.add(new Try(
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

    /** Of the one that has no row: null, as there is none. */
    private static @Nullable Kind last(Task task, List<Try> failed) {
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

    /** Whether it ended as it should not. */
    public boolean isBad() {
        return kind == Kind.FAILED || kind == Kind.TIMED_OUT || kind == Kind.LOST;
    }
}
