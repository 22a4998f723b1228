package io.github.rowmill.api;

import io.github.rowmill.task.TaskStatus;

/** Thrown if a task's state does not allow a change. The task is unchanged. */
public final class NotWaitingException extends RowmillException {

    public NotWaitingException(long id, TaskStatus status) {
        super("task %s is %s, %s".formatted(id, status.column(), advice(status)));
    }

    private static String advice(TaskStatus status) {
        return switch (status) {
            case WAITING ->
                "for the start of its part of a flow, and its time cannot be changed; change only other fields";
            case EXECUTING -> "and cannot be changed; cancel it, or wait for its end";
            case COMPLETED -> "and cannot be changed; enqueue another one";
            default -> "and its queue and time cannot be changed; retry it first, or change only other fields";
        };
    }
}
