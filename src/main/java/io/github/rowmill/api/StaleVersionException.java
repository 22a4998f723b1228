package io.github.rowmill.api;

/** Somebody else changed the task since its caller read it; the task is as they left it. */
public final class StaleVersionException extends RowmillException {

    public StaleVersionException(long id) {
        super("task %s was changed meanwhile, by a node or by somebody else; read it again, and decide anew"
                .formatted(id));
    }
}
