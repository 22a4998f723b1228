package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.TaskEvent;
import java.util.List;

/** Claims tasks in the transaction that enqueues them, for this node to start as soon as it is committed. */
public interface AtCommit {

    /** Called when the application has done its work in the transaction, with tasks that are due. What it throws rolls back. */
    Claim claim(List<TaskEvent.Enqueued> due);

    /** What was claimed, if the transaction is committed. */
    interface Claim {

        /** Whether all of these were claimed, and there are some. */
        boolean hasAll(List<Long> ids);

        /** Starts the tasks if the transaction was committed, and is called once either way. */
        void end(boolean committed);
    }
}
