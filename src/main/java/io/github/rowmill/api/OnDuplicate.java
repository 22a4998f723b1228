package io.github.rowmill.api;

/** What an enqueue does where another task holds the unique key. {@link Enqueued#result()} tells what it did. */
public enum OnDuplicate {
    /** Writes nothing and returns the other task. */
    KEEP,
    /** Writes nothing and throws {@link DuplicateTaskException}. */
    REFUSE,
    /**
     * Gives the other task this one's payload, queue, due time and all other options, if it is queued and was never
     * started; it keeps its id. One that has started is kept as it is: an attempt may have done half of its work.
     */
    REPLACE,
    /**
     * Gives the other task this one's due time, and nothing else, if it is queued and was never started; else keeps it as it is.
     * One that is not before the other task's deadline is refused by {@link InvalidTaskException}.
     */
    RESCHEDULE
}
