package io.github.rowmill.feature.job;

import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.TaskState;

/** Records the changes of payloads by a job, in the transaction that makes them. */
@FunctionalInterface
public interface PatchRecords {

    /**
     * A task that a job has retried with its patch.
     *
     * @param askedBy user who began the job
     */
    record Patched(long job, String askedBy, long id, TaskState before, TaskState after) {}

    /** Records a change. If this fails, the task is not changed. */
    void record(Sql sql, Patched task);
}
