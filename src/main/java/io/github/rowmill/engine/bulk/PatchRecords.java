package io.github.rowmill.engine.bulk;

import io.github.rowmill.engine.store.TaskState;
import io.github.rowmill.engine.store.sql.Sql;

/** Puts on record what a job changes of payloads, in the transaction that changes them. */
@FunctionalInterface
public interface PatchRecords {

    /** A task that a job has retried with its patch; {@code askedBy}: who began the job. */
    record Patched(long job, String askedBy, long id, TaskState before, TaskState after) {}

    /** Puts one on record. If this fails, the task is not changed. */
    void record(Sql sql, Patched task);
}
