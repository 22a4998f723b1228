package io.github.rowmill.api;

/** Thrown if the task was changed after its caller read it. The task keeps that change. */
public final class StaleVersionException extends RowmillException {

    public StaleVersionException(long id) {
        super("task %s was changed by a node or another caller; read it again and repeat your change".formatted(id));
    }
}
