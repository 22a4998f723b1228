package io.github.rowmill.engine.execute;

/**
 * Connections of the application's pool for transactional tasks. A task takes one when it is claimed and gives it back
 * when its handler is over, so none is claimed that would wait for a connection. Safe for all threads.
 */
public final class Connections {

    private final int limit;
    private int taken;
    /** How many were free for the last claim, less those that were taken since. */
    private int seen;

    /** {@code limit}: most transactional tasks at once; {@code Integer.MAX_VALUE} if only workers limit them. */
    Connections(int limit) {
        this.limit = limit;
        this.seen = limit;
    }

    /** Whether fewer transactional handlers can run at once than the node has workers. */
    public boolean areScarce() {
        return limit < Integer.MAX_VALUE;
    }

    /** Returns how many tasks have taken one, or were promised one. */
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

    /** Returns the same to a claim, which takes no more. */
    public synchronized int seen() {
        seen = free();
        return seen;
    }

    /** Whether some have come free since the last claim. */
    public synchronized boolean hasMore() {
        return areScarce() && free() > seen;
    }

    /** Takes this many, if they are free. */
    synchronized boolean promise(int count) {
        if (free() < count) {
            return false;
        }
        take(count);
        return true;
    }

    /** Gives back what was promised. */
    synchronized void redeem(int count) {
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
