package io.github.rowmill.api;

/**
 * Thrown by {@link TaskSteps#awaitFlow} if the flow has ended without completing: it was cancelled, or one of its
 * tasks is dead or was cancelled. Parts that are cancelled because nothing has failed do not count. It is not
 * recorded, so the next attempt reads the state of the flow again.
 */
public final class FlowFailedException extends RowmillException {

    private final long flow;

    public FlowFailedException(long flow, String name, String end, FlowCounts counts) {
        super(
                "flow %s '%s' %s, with %s tasks completed, %s dead and %s cancelled; retry the flow, and this task goes on when it has completed"
                        .formatted(flow, name, end, counts.completed(), counts.dead(), counts.cancelled()));
        this.flow = flow;
    }

    /** Returns the id of the flow. */
    public long flow() {
        return flow;
    }
}
