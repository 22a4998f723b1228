package io.github.rowmill.api;

/** Thrown if the task was changed after its caller read it. The task keeps that change. */
public final class StaleVersionException extends RowmillException {

    public StaleVersionException(long id) {
        super("task %s was changed meanwhile, by a node or by somebody else; read it again, and decide anew"
                .formatted(id));
    }
}
