package io.github.rowmill.api;

/**
 * Result of an enqueue.
 *
 * @param id the new task, or the one that holds the unique key already
 */
public record Enqueued(long id, Result result) {

    /** Effect of the enqueue. */
    public enum Result {
        /** A new task was written. */
        NEW,
        /** Nothing was written: another task holds the unique key. */
        EXISTING,
        /**
         * The task that holds the unique key was given the new payload and options: {@link OnDuplicate#REPLACE}.
         */
        REPLACED,
        /** The task that holds the unique key was given the new due time: {@link OnDuplicate#RESCHEDULE}. */
        RESCHEDULED
    }

    /** Returns whether no new task was written because another task holds the unique key. */
    public boolean duplicate() {
        return result != Result.NEW;
    }
}
