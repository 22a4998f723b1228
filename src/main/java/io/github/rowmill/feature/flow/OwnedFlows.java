package io.github.rowmill.feature.flow;

import io.github.rowmill.api.EndedFlow;
import io.github.rowmill.api.EnqueuedFlow;
import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowFailedException;
import io.github.rowmill.api.FlowNotFoundException;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.engine.execute.NestedFlows;
import io.github.rowmill.feature.flow.store.FlowReader;
import io.github.rowmill.feature.flow.store.FlowResults;
import jakarta.inject.Singleton;

/** The flows that steps of tasks enqueue, and whose ends they wait for. */
@Singleton
class OwnedFlows implements NestedFlows {

    private final FlowEnqueue enqueue;
    private final FlowReader reader;
    private final FlowResults results;

    OwnedFlows(FlowEnqueue enqueue, FlowReader reader, FlowResults results) {
        this.enqueue = enqueue;
        this.reader = reader;
        this.results = results;
    }

    @Override
    public long enqueue(long task, Flow flow) {
        EnqueuedFlow made = enqueue.enqueue(flow, task);
        if (!made.isNew()) {
            throw new IllegalStateException(
                    "flow %s has the unique key '%s' of the flow '%s' that a step enqueues; remove the key, because the step enqueues its flow once"
                            .formatted(made.id(), flow.uniqueKey(), flow.name()));
        }
        return made.id();
    }

    @Override
    public boolean isCompleted(long flow) {
        if (!reader.isOver(flow).orElseThrow(() -> new FlowNotFoundException(flow))) {
            return false;
        }
        FlowView view = find(flow);
        if (view.finished() == null) {
            return false; // a retry has opened it again
        }
        if (hasFailed(view)) {
            throw new FlowFailedException(
                    flow, view.name(), view.cancelled() == null ? "has failed" : "was cancelled", view.counts());
        }
        return true;
    }

    /**
     * Returns whether a user cancelled the flow, or a task has failed. A part that was not needed has not failed.
     */
    private static boolean hasFailed(FlowView flow) {
        return flow.cancelled() != null || flow.parts().stream().anyMatch(OwnedFlows::hasFailed);
    }

    private static boolean hasFailed(FlowView.Part part) {
        boolean isDropped = part.state() == FlowView.PartState.CANCELLED;
        return part.counts().dead() > 0 || (!isDropped && part.counts().cancelled() > 0);
    }

    @Override
    public EndedFlow ended(long flow) {
        return new Ended(flow);
    }

    private FlowView find(long flow) {
        return reader.find(flow).orElseThrow(() -> new FlowNotFoundException(flow));
    }

    private final class Ended extends FlowOutput implements EndedFlow {

        private Ended(long flow) {
            super(flow, results);
        }

        @Override
        public FlowView view() {
            return find(id());
        }
    }
}
