package io.github.rowmill.api;

import io.github.rowmill.task.TaskStatus;

/** Thrown if a task's state does not allow an action, such as a cancel or a signal. The task is unchanged. */
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

    /**
     * Creates the exception for a task whose state does not allow an action.
     *
     * @param refusal the end of the sentence that begins with the state: what is not possible, and what to do
     */
    public static IllegalTransitionException of(long id, TaskStatus status, String refusal) {
        return new IllegalTransitionException("task %s is %s and %s".formatted(id, status.column(), refusal));
    }

    /** Creates the exception for a task that cannot be deleted because it, or its flow, has not ended. */
    public static IllegalTransitionException toNothing(long id, TaskStatus from) {
        return from.hasEnded()
                ? new IllegalTransitionException(
                        "task %s belongs to a flow that has not ended, and cannot be deleted; cancel the flow first"
                                .formatted(id))
                : of(id, from, "cannot be deleted; cancel it first");
    }
}
