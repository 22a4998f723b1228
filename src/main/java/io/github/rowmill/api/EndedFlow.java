package io.github.rowmill.api;

/**
 * A flow that a handler has waited for, and the results of its tasks. Use it while the attempt lasts.
 *
 * <p>The flow is deleted {@code rowmill.retention.flow} after its end. A task of it, with its result, may be deleted
 * as soon as the flow has ended, if it completed {@code rowmill.retention.completed} ago. So a handler that needs a
 * result later records it by a step of its own.
 */
public interface EndedFlow extends PartResults {

    /**
     * Returns the flow as it is now.
     *
     * @throws FlowNotFoundException the flow was deleted after its retention
     */
    FlowView view();
}
