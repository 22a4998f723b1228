package io.github.rowmill.engine.hold;

/**
 * Connections of the application's pool for transactional tasks. A task takes one when it is claimed and gives it back
 * after its handler, so a node claims no task that would wait for a connection. Safe for all threads.
 */
public final class Connections {

    private final int limit;
    private int taken;
    /** Number of connections that the last claim found free, less those taken since. */
    private int seen;

    /** Allows at most {@code limit} transactional tasks at once; {@code Integer.MAX_VALUE} if only workers limit them. */
    public Connections(int limit) {
        this.limit = limit;
        this.seen = limit;
    }

    /** Returns whether fewer transactional handlers can run at once than the node has workers. */
    public boolean areScarce() {
        return limit < Integer.MAX_VALUE;
    }

    /** Returns how many connections tasks have taken or reserved. */
    public synchronized int taken() {
        return taken;
    }

    /** Returns how many tasks may take one; {@code Integer.MAX_VALUE} if only workers limit them. */
    public int limit() {
        return limit;
    }

    /** Returns how many connections no task has taken. */
    public synchronized int free() {
        return areScarce() ? Math.max(0, limit - taken) : limit;
    }

    /** Returns the number of free connections to a claim, which takes no more. */
    public synchronized int seen() {
        seen = free();
        return seen;
    }

    /** Returns whether connections have become free since the last claim. */
    public synchronized boolean hasMore() {
        return areScarce() && free() > seen;
    }

    /** Reserves {@code count} connections if they are free. */
    synchronized boolean reserve(int count) {
        if (free() < count) {
            return false;
        }
        take(count);
        return true;
    }

    /** Ends a reservation. */
    synchronized void release(int count) {
        taken -= count;
    }

    synchronized void take(HeldTask task) {
        take(of(task));
    }

    synchronized void giveBack(HeldTask task) {
        taken -= of(task);
    }

    private void take(int count) {
        taken += count;
        seen = Math.min(seen, free());
    }

    private static int of(HeldTask task) {
        return task.taskType().isTransactional() ? 1 : 0;
    }
}
