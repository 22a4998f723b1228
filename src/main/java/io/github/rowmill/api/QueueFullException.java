package io.github.rowmill.api;

/** An enqueue was refused, as too many tasks of its queue wait; nothing was written, and the caller's transaction may go on. */
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

    /** The queue's name. */
    public String queue() {
        return queue;
    }

    /** Most tasks that may wait in it. */
    public int depth() {
        return depth;
    }
}
