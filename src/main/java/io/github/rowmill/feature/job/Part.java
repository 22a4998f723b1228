package io.github.rowmill.feature.job;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of one part of a job.
 *
 * @param changed the tasks that were changed
 * @param left the kind of work that is left
 * @param done number of tasks of the job that were changed so far
 * @param skipped number of tasks of the job that were skipped so far
 */
record Part(long job, BulkAction action, List<ChangedTask> changed, Left left, long done, long skipped) {

    /** The kind of work that is left in a job. */
    enum Left {
        SOME,
        /** Only tasks that others have locked, or that only another node can handle. */
        HELD,
        NOTHING
    }

    /**
     * The tasks of a part. All others were skipped.
     *
     * @param locked tasks that wait for another transaction, for example for one that enqueues their unique key
     */
    record Outcome(List<ChangedTask> changed, List<Job.Refused> refused, List<Long> locked) {

        /** Creates an outcome without tasks, to which they are added. */
        Outcome() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }
}
