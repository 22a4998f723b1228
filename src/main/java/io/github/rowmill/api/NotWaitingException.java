package io.github.rowmill.api;

import io.github.rowmill.task.TaskStatus;

/** A task was to be changed that does not wait to be run; it is unchanged. */
public final class NotWaitingException extends RowmillException {

    public NotWaitingException(long id, TaskStatus status) {
        super("task %s is %s, and only what is queued or waiting can be changed; %s"
                .formatted(
                        id,
                        status.column(),
                        status == TaskStatus.EXECUTING ? "cancel it, or wait for its end" : "retry it first"));
    }
}
