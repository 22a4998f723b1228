package io.github.rowmill.engine.bulk;

import java.util.List;

/**
 * What one round did of a job.
 *
 * @param changed the tasks that it was done to
 * @param left what there is to do still
 * @param done of the job, in all so far
 * @param skipped of the job, in all so far
 */
record Part(long job, BulkAction action, List<Changed> changed, Left left, long done, long skipped) {

    /** What there is to do still. */
    enum Left {
        SOME,
        /** Only tasks that others hold. */
        HELD,
        NOTHING
    }

    /** A task that something was done to, and its queue. */
    record Changed(long id, String queue) {}

    /** What became of the tasks of a part; the others were skipped. */
    record Outcome(List<Changed> changed, List<Job.Refused> refused) {}
}
