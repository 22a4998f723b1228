package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import java.util.List;
import java.util.Optional;

/** Claims tasks in the transaction that enqueues them, for this node to start as soon as it is committed. */
public interface AtCommit {

    /** Called when the application has done its work in the transaction, with tasks that are due. What it throws rolls back. */
    Claim claim(List<TaskEvent.Enqueued> due);

    /**
     * Inserts a row that is due and has no unique key, outside of any transaction, and claims it in the same statement; then
     * the task starts. Empty: it would not be claimed at a commit either, and nothing was done.
     */
    Optional<Inserts.Made> insert(NewRow row);

    /** What was claimed, if the transaction is committed. */
    interface Claim {

        /** Whether all of these were claimed, and there are some. */
        boolean hasAll(List<Long> ids);

        /** Starts the tasks if the transaction was committed, and is called once either way. */
        void end(boolean committed);
    }
}
