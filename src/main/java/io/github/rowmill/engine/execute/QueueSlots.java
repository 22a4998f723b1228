package io.github.rowmill.engine.execute;

import java.util.ArrayDeque;

/**
 * The counts and the waiting tasks of one queue. Also used for the counts of the whole node. Called under the lock
 * of {@link HeldTasks}.
 */
final class QueueSlots {

    final ArrayDeque<HeldTask> waiting = new ArrayDeque<>();
    private final int limit;
    private int held;
    /** Number of held tasks with an earlier crash. */
    private int recovered;

    private int reserved;
    private int running;
    /** Number of running handlers whose task is already settled. */
    private int over;
    /** Number of running handlers that were abandoned. */
    private int lost;

    /**
     * Creates the counts of a queue or a node.
     *
     * @param limit largest number of tasks that run at once
     */
    QueueSlots(int limit) {
        this.limit = limit;
    }

    void taken(HeldTask task) {
        held++;
        recovered += task.task().isRecovered() ? 1 : 0;
    }

    void reserved(int count) {
        reserved += count;
    }

    void begun() {
        running++;
    }

    void putBack() {
        running--;
    }

    void ended(boolean wasSettled, boolean wasLost) {
        running--;
        over -= wasSettled ? 1 : 0;
        lost -= wasLost ? 1 : 0;
    }

    void settled(HeldTask task, boolean runsOn) {
        held--;
        over += runsOn ? 1 : 0;
        recovered -= task.task().isRecovered() ? 1 : 0;
    }

    void lost() {
        lost++;
    }

    int reserved() {
        return reserved;
    }

    int running() {
        return running;
    }

    int lostWorkers() {
        return lost;
    }

    /** Returns how many more tasks may run now. */
    int free() {
        return Math.max(0, limit - running);
    }

    /** Returns the number of free workers that are neither reserved nor needed by waiting tasks. */
    int unclaimed() {
        return free() - reserved - waiting.size();
    }

    /** Returns how many more tasks with an earlier crash may be held: at most as many as run at once. */
    int roomForRecovered() {
        return Math.max(0, limit - recovered);
    }

    /** Returns how many tasks may run at once on the workers that are not lost. */
    int live() {
        return Math.max(0, limit - lost);
    }

    /** Returns the number of tasks that wait, have a worker reserved, or have run and are being settled. */
    int beside() {
        return held + reserved - (running - over);
    }

    boolean isIdle() {
        return held == 0 && reserved == 0 && running == 0;
    }
}
