package io.github.rowmill.api;

/** Thrown if a flow or a part of it is in a state in which the call is not allowed. Nothing is changed. */
public final class FlowPassedException extends RowmillException {

    public FlowPassedException(long id, String why) {
        super("flow %s: %s".formatted(id, why));
    }
}
