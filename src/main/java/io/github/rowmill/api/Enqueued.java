package io.github.rowmill.api;

/**
 * What an enqueue did.
 *
 * @param id the new task, or the one that holds the unique key already
 */
public record Enqueued(long id, Result result) {

    /** What became of the task that was asked for. */
    public enum Result {
        /** It is a new task. */
        NEW,
        /** Nothing was written: another task holds the unique key. */
        EXISTING,
        /** The task that holds the unique key has its payload and options now: {@link OnDuplicate#REPLACE}. */
        REPLACED,
        /** The task that holds the unique key has its due time now: {@link OnDuplicate#RESCHEDULE}. */
        RESCHEDULED
    }

    /** Whether no new task was made, as another holds the unique key. */
    public boolean duplicate() {
        return result != Result.NEW;
    }
}
