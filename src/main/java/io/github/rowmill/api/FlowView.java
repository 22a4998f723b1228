package io.github.rowmill.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A flow with its parts.
 *
 * @param uniqueKey the unique key, or null for none
 * @param source the program that enqueued it, or null for none
 * @param owner the task that has enqueued it by {@link TaskSteps#awaitFlow}; null for none
 * @param cancelled the time when a user cancelled it, or null
 * @param finished the time of its end, or null
 * @param parts the parts, in the order in which they were added
 */
public record FlowView(
        long id,
        String name,
        @Nullable String uniqueKey,
        Flow.Failure failure,
        @Nullable String source,
        @Nullable Long owner,
        Instant created,
        @Nullable Instant cancelled,
        @Nullable Instant finished,
        List<Part> parts) {

    /** The state of a flow. */
    public enum State {
        /** Its tasks run or wait. */
        RUNNING,
        /** A part is held, because a task before it has failed. */
        HELD,
        /** All its tasks have ended. */
        ENDED,
        /** A user has cancelled it. */
        CANCELLED
    }

    /** The state of a part. */
    public enum PartState {
        /** It waits for the parts before it. */
        WAITING,
        /** It waits, because a task before it has failed. */
        HELD,
        /** Its tasks were queued, or are being queued. */
        OPEN,
        /** Its tasks were cancelled, or are being cancelled. */
        CANCELLED
    }

    /**
     * A part of a flow.
     *
     * @param after the names of the parts before it
     * @param decided the time when it was started or cancelled, or null
     * @param waitsFor a task that must end first; if the part is held, the task that has failed; null for none
     */
    public record Part(
            String name,
            PartState state,
            Flow.Needs needs,
            List<String> after,
            @Nullable Instant decided,
            @Nullable Long waitsFor,
            FlowCounts counts) {}

    /** Returns the state. */
    public State state() {
        if (cancelled != null) {
            return State.CANCELLED;
        }
        if (finished != null) {
            return State.ENDED;
        }
        return parts.stream().anyMatch(part -> part.state() == PartState.HELD) ? State.HELD : State.RUNNING;
    }

    /** Returns the tasks of all parts by their state. */
    public FlowCounts counts() {
        return parts.stream().map(Part::counts).reduce(new FlowCounts(0, 0, 0, 0, 0, 0), FlowCounts::plus);
    }
}
