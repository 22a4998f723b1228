package io.github.rowmill.api;

/** Thrown if no flow has this id. It never existed, or was deleted after its retention. */
public final class FlowNotFoundException extends RowmillException {

    public FlowNotFoundException(long id) {
        super("there is no flow %s; it never existed, or was deleted after rowmill.retention.flow".formatted(id));
    }
}
