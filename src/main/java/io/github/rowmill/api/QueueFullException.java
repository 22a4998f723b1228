package io.github.rowmill.api;

/**
 * Thrown if too many tasks of the queue wait at an enqueue. Nothing is written, and the caller's transaction may
 * go on.
 */
public final class QueueFullException extends RowmillException {

    private final String queue;
    private final int depth;

    public QueueFullException(String queue, int depth, int count) {
        super(
                "queue '%s' has no room for %s more: at most %s of its tasks may wait; enqueue again later, or raise the depth in its rules"
                        .formatted(queue, count, depth));
        this.queue = queue;
        this.depth = depth;
    }

    /** Returns the queue's name. */
    public String queue() {
        return queue;
    }

    /** Returns the maximum number of tasks that may wait in the queue. */
    public int depth() {
        return depth;
    }
}
