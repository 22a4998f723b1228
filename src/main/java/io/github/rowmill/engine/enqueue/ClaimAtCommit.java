package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import java.util.List;
import java.util.Optional;

/** Claims tasks in the transaction that enqueues them, so that this node starts them right after the commit. */
public interface ClaimAtCommit {

    /**
     * Claims due tasks, after the application has done its work in the transaction. An exception rolls the
     * transaction back.
     */
    Claim claim(List<TaskEvent.Enqueued> due);

    /**
     * Inserts a due row without a unique key outside of any transaction, claims it in the same statement, and
     * starts the task.
     *
     * @return empty if the task would not be claimed at a commit either; then nothing was done
     */
    Optional<Inserts.Made> insert(NewRow row);

    /** The tasks that were claimed, if the transaction is committed. */
    interface Claim {

        /** Returns whether {@code ids} is not empty and all of them were claimed. */
        boolean hasAll(List<Long> ids);

        /** Starts the tasks if the transaction was committed. Called once in either case. */
        void end(boolean committed);
    }
}
