package io.github.rowmill.api;

import io.github.rowmill.task.TaskStatus;

/** Thrown if a cancel, retry, delete or signal is not allowed in the task's state. The task is unchanged. */
public final class IllegalTransitionException extends RowmillException {

    public IllegalTransitionException(long id, TaskStatus from, TaskStatus to) {
        super("task %s is %s and cannot become %s; from there it may only become one of %s"
                .formatted(
                        id,
                        from.column(),
                        to.column(),
                        from.successors().stream()
                                .map(TaskStatus::column)
                                .sorted()
                                .toList()));
    }

    private IllegalTransitionException(String message) {
        super(message);
    }

    /** Creates the exception for a task that has ended and receives no signal any more. */
    public static IllegalTransitionException ofSignal(long id, TaskStatus status) {
        return new IllegalTransitionException(
                "task %s is %s and receives no signal; retry it first".formatted(id, status.column()));
    }

    /** Creates the exception for a task that cannot be deleted because it, or its flow, has not ended. */
    public static IllegalTransitionException toNothing(long id, TaskStatus from) {
        boolean isLive = from.successors().contains(TaskStatus.CANCELLED);
        return new IllegalTransitionException(
                isLive
                        ? "task %s is %s and cannot be deleted; cancel it first".formatted(id, from.column())
                        : "task %s belongs to a flow that has not ended, and cannot be deleted; cancel the flow first"
                                .formatted(id));
    }
}
