package io.github.rowmill.engine.hold;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The counts and the waiting tasks of one queue. Also used for the counts of the whole node. Called under the lock
 * of {@link HeldTasks}.
 */
final class QueueSlots {

    /** Largest number of tasks that wait or are being settled. Limits memory, and work kept from other nodes. */
    private static final int MAX_BESIDE = 4000;

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

    /** Lets tasks wait before the others, in their order. */
    void waitFirst(List<HeldTask> tasks) {
        for (int i = tasks.size() - 1; i >= 0; i--) {
            waiting.addFirst(tasks.get(i));
        }
    }

    /**
     * Takes waiting tasks to run together with a task that has begun, if there are any. Tasks that share a transaction
     * run one after the other, so they are spread over the free workers first.
     */
    void bundle(HeldTask first, int free) {
        List<HeldTask> tasks = new ArrayList<>(List.of(first));
        boolean isOneCall = first.taskType().handler().takesBatch();
        int share = isOneCall ? Integer.MAX_VALUE : (waiting.size() + 1 + free) / (free + 1);
        int most = Math.min(first.bundleSize(), share);
        Iterator<HeldTask> others = waiting.iterator();
        while (tasks.size() < most && others.hasNext()) {
            HeldTask other = others.next();
            if (other.taskType() == first.taskType() && other.bundleSize() > tasks.size()) {
                others.remove();
                tasks.add(other);
                most = Math.min(most, other.bundleSize());
            }
        }
        if (tasks.size() > 1 || isOneCall) {
            Bundle bundle = new Bundle(tasks);
            tasks.forEach(task -> task.joins(bundle));
        }
    }

    /** Records that a held task waits again. */
    void replaced(boolean runsOn) {
        over += runsOn ? 1 : 0;
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

    /** Returns how many tasks of this queue may run at once on the node's workers that are not lost. */
    int live(QueueSlots node) {
        return Math.min(Math.max(0, limit - lost), Math.max(0, node.limit - node.lost));
    }

    /** Returns how many more tasks of this queue may be held; see {@link HeldTasks#room}. */
    int room(QueueSlots node, int batch, IntUnaryOperator ahead) {
        int live = live(node);
        if (live == 0) {
            return 0;
        }
        int free = Math.min(free(), node.free());
        int ofQueue = free * batch + ahead.applyAsInt(live) - beside();
        int ofNode = free + Math.max(0, MAX_BESIDE - node.beside());
        return Math.max(0, Math.min(ofQueue, ofNode));
    }

    /** Returns whether none of its tasks waits, and one may start. */
    boolean isNext() {
        return beside() == 0 && free() > 0;
    }

    /** Returns the number of tasks that wait, have a worker reserved, or have run and are being settled. */
    int beside() {
        return held + reserved - (running - over);
    }

    boolean isIdle() {
        return held == 0 && reserved == 0 && running == 0;
    }
}
