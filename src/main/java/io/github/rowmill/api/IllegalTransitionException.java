package io.github.rowmill.api;

import io.github.rowmill.task.TaskStatus;

/** An admin's verb was refused because of the task's state; the task is unchanged. */
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

    /** Of a task that is to be deleted and has not ended. */
    public static IllegalTransitionException toNothing(long id, TaskStatus from) {
        return new IllegalTransitionException(
                "task %s is %s and cannot be deleted; cancel it first".formatted(id, from.column()));
    }
}
