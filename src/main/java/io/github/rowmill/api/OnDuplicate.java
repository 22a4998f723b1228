package io.github.rowmill.api;

/**
 * Effect of an enqueue if another task holds the unique key. {@link Enqueued#result()} returns the effect it had.
 */
public enum OnDuplicate {
    /** Writes nothing and returns the other task. */
    KEEP,
    /** Writes nothing and throws {@link DuplicateTaskException}. */
    REFUSE,
    /**
     * Gives the other task the payload, queue, due time and all other options of this one, if it is queued and was
     * never started. The other task keeps its id. If it has started, it is not changed, because an attempt may
     * have done half of its work.
     */
    REPLACE,
    /**
     * Gives the other task the due time of this one, and nothing else, if it is queued and was never started.
     * Otherwise it is not changed. A due time that is not before the other task's deadline is refused by
     * {@link InvalidTaskException}.
     */
    RESCHEDULE
}
