package io.github.rowmill.engine.execute;

import io.github.rowmill.api.EndedFlow;
import io.github.rowmill.api.Flow;

/** The flows that handlers enqueue and wait for. */
public interface NestedFlows {

    /** Begin of the names of the signals of flows, as the trigger rowmill_flow_ended writes them. */
    String SIGNALS = "flow:";

    /**
     * Enqueues a flow of a task in the current transaction, and returns its id. The end of the flow sends the
     * task the signal {@link #signal}.
     *
     * @throws IllegalStateException another flow has its unique key
     */
    long enqueue(long task, Flow flow);

    /**
     * Returns whether a flow has completed. Returns false if it has not ended.
     *
     * @throws io.github.rowmill.api.FlowFailedException it has ended, and has not completed
     * @throws io.github.rowmill.api.FlowNotFoundException it was deleted
     */
    boolean isCompleted(long flow);

    /** Returns a flow with its results. Reads nothing. */
    EndedFlow ended(long flow);

    /** Returns the name of the signal that the end of a flow sends to its task. */
    static String signal(long flow) {
        return SIGNALS + flow;
    }

    /** Returns the id of the flow that sends a signal, as text; empty if it is a signal of another sender. */
    static String flow(String signal) {
        String id = signal.startsWith(SIGNALS) ? signal.substring(SIGNALS.length()) : "";
        return id.chars().allMatch(c -> c >= '0' && c <= '9') ? id : "";
    }
}
