package io.github.rowmill.engine.execute;

import java.util.ArrayDeque;

/** What is counted of one queue, and what of it waits; also, without what waits, of the node as a whole. Called under the lock of {@link HeldTasks}. */
final class Slots {

    final ArrayDeque<HeldTask> waiting = new ArrayDeque<>();
    private final int limit;
    private int inHand;
    /** Those in hand that crashed before. */
    private int recovered;

    private int promised;
    private int running;
    /** Those of the running whose task is settled already. */
    private int over;
    /** Those of the running that were abandoned. */
    private int lost;

    /** {@code limit}: most tasks that run at once. */
    Slots(int limit) {
        this.limit = limit;
    }

    void taken(HeldTask task) {
        inHand++;
        recovered += task.task().isRecovered() ? 1 : 0;
    }

    void promised(int count) {
        promised += count;
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
        inHand--;
        over += runsOn ? 1 : 0;
        recovered -= task.task().isRecovered() ? 1 : 0;
    }

    void lost() {
        lost++;
    }

    int promised() {
        return promised;
    }

    int running() {
        return running;
    }

    int lostWorkers() {
        return lost;
    }

    /** How many more may run now. */
    int free() {
        return Math.max(0, limit - running);
    }

    /** How many of those are kept for nobody and waited for by none. */
    int unclaimed() {
        return free() - promised - waiting.size();
    }

    /** How many more that crashed before may be in hand: as many as run at once. */
    int roomForRecovered() {
        return Math.max(0, limit - recovered);
    }

    /** How many may run at once, those aside whose workers are lost. */
    int live() {
        return Math.max(0, limit - lost);
    }

    /** How many wait, are promised a worker, or have run and are being settled. */
    int beside() {
        return inHand + promised - (running - over);
    }

    boolean isIdle() {
        return inHand == 0 && promised == 0 && running == 0;
    }
}
