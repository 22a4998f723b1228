package io.github.rowmill.engine.hold;

import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that this node holds, by queue. Decides which may run next, within the number of workers of the node and
 * of each queue. Queues take turns. A task waits, runs, and is settled. It is held until its verdict is written, so
 * that a slow database slows down the claims and does not fill the memory. An abandoned handler keeps its worker
 * until it ends, even if its task was settled long ago. Safe for all threads.
 */
public final class HeldTasks {

    /** If a worker came free within this time, every queue soon has its turn, even on a busy node. */
    private static final Duration TURN_IS_NEAR = Duration.ofMillis(50);

    private final Ticker ticker;
    private final QueueRotation turns;
    private final Map<Lease, HeldTask> byLease = new LinkedHashMap<>();
    private final Set<HeldTask> running = new HashSet<>();
    private final Set<HeldTask> lost = new HashSet<>();
    private final QueueSlots node;
    private final Connections connections;
    private int quarantined;
    private long freedAt;

    /** Creates a collection without tasks. For a queue, {@code limits} returns how many tasks may run at once. */
    public HeldTasks(int workers, Connections connections, ToIntFunction<String> limits, Ticker ticker) {
        this.node = new QueueSlots(workers);
        this.connections = connections;
        this.turns = new QueueRotation(limits);
        this.ticker = ticker;
        this.freedAt = ticker.nanos() - 2 * TURN_IS_NEAR.toNanos();
    }

    public synchronized void add(HeldTask task) {
        QueueSlots slots = turns.of(task.queue());
        slots.waiting.add(task);
        slots.taken(task);
        node.taken(task);
        connections.take(task);
        byLease.put(task.task().lease(), task);
        quarantined += task.task().isQuarantined() ? 1 : 0;
    }

    /** Takes a task that may start now, and moves its queue behind the others; null if no task may start. */
    public synchronized @Nullable HeldTask next() {
        QueueSlots slots = node.free() > 0 ? turns.next(one -> one.free() > 0 && !one.waiting.isEmpty()) : null;
        if (slots == null) {
            return null;
        }
        HeldTask next = slots.waiting.remove();
        slots.begun();
        node.begun();
        running.add(next);
        if (next.taskType().isBatched()) {
            slots.bundle(next, Math.min(slots.free(), node.free()));
        }
        return next;
    }

    /** Puts back tasks that could not start for lack of a thread. They wait again, before the others of their queue. */
    public synchronized void putBack(HeldTask task) {
        QueueSlots slots = turns.of(task.queue());
        slots.putBack();
        node.putBack();
        running.remove(task);
        slots.waitFirst(task.together());
        task.together().forEach(one -> one.joins(null));
    }

    /** Takes the other tasks of a bundle from a worker that does not react. */
    public synchronized void dissolve(Bundle bundle) {
        if (bundle.dissolve()) {
            runAgain(bundle, 1);
        }
    }

    /** Lets the unsettled tasks of a bundle wait again, before the others of their queue, if it was rolled back. */
    public synchronized void runAgain(Bundle bundle, int most) {
        QueueSlots slots = turns.of(bundle.first().queue());
        List<HeldTask> again = new ArrayList<>();
        for (HeldTask task : bundle.tasks()) {
            HeldTask next = task.again(most);
            if (next != null && byLease.replace(task.task().lease(), task, next)) {
                again.add(next);
                connections.take(next);
                boolean runsOn = running.contains(task);
                slots.replaced(runsOn);
                node.replaced(runsOn);
            }
        }
        slots.waitFirst(again);
    }

    /** Records that a task's handler has ended. Takes the task that may start in its place; null if there is none. */
    public synchronized @Nullable HeldTask ran(HeldTask task) {
        boolean wasSettled = byLease.get(task.task().lease()) != task;
        boolean wasLost = lost.remove(task);
        running.remove(task);
        turns.of(task.queue()).ended(wasSettled, wasLost);
        node.ended(wasSettled, wasLost);
        task.together().forEach(connections::giveBack);
        freedAt = ticker.nanos();
        turns.forgetIfIdle(task.queue());
        notifyAll();
        return next();
    }

    public synchronized void settled(Lease lease) {
        HeldTask task = byLease.remove(lease);
        if (task != null) {
            boolean runsOn = running.contains(task);
            turns.of(task.queue()).settled(task, runsOn);
            node.settled(task, runsOn);
            quarantined -= task.task().isQuarantined() ? 1 : 0;
            turns.forgetIfIdle(task.queue());
        }
        notifyAll();
    }

    /** Records an abandoned handler; its worker is lost until it ends. Returns false if it has ended or was lost. */
    public synchronized boolean lost(HeldTask task) {
        HeldTask first = task.together().get(0);
        boolean isLost = running.contains(first) && lost.add(first);
        if (isLost) {
            turns.of(task.queue()).lost();
            node.lost();
            notifyAll();
        }
        return isLost;
    }

    /** Takes the waiting tasks of each queue, up to the first that is not {@code wanted}. */
    public synchronized List<HeldTask> takeWaiting(Predicate<HeldTask> wanted) {
        List<HeldTask> taken = turns.takeWaiting(wanted);
        taken.forEach(connections::giveBack);
        return taken;
    }

    /**
     * Returns how many more tasks of a queue this node may hold. It may hold one for each free worker, and as many
     * waiting ones as {@code ahead} returns for the workers that are not lost. A worker counts as {@code batch} tasks. Tasks of the queue that already wait
     * or are being settled are subtracted. Waiting tasks of other queues count only against the limit of the whole
     * node. If workers come free all the time, a queue without a waiting task may hold one for its turn. There is no
     * room while the node holds a task in quarantine.
     */
    public synchronized int room(String queue, int batch, IntUnaryOperator ahead) {
        QueueSlots slots = turns.peek(queue);
        int room = quarantined > 0 ? 0 : slots.room(node, batch, ahead);
        boolean isSoon =
                quarantined == 0 && slots.isNext() && ticker.since(freedAt).compareTo(TURN_IS_NEAR) <= 0;
        return room == 0 && isSoon ? 1 : room;
    }

    /** Reserves what tasks need. Returns how many workers were free, or 0 if workers or connections are too few. */
    public synchronized int reserve(String queue, Demand demand) {
        QueueSlots slots = turns.peek(queue);
        int free = quarantined > 0 ? 0 : Math.min(slots.unclaimed(), node.unclaimed());
        if (free < demand.workers() || !connections.reserve(demand.connections())) {
            return 0;
        }
        turns.of(queue).reserved(demand.workers());
        node.reserved(demand.workers());
        return free;
    }

    public synchronized void release(String queue, Demand demand) {
        connections.release(demand.connections());
        turns.of(queue).reserved(-demand.workers());
        node.reserved(-demand.workers());
        turns.forgetIfIdle(queue);
        notifyAll();
    }

    /**
     * Returns how many more tasks with an earlier crash may be held for a queue, even if the node is full. If one of
     * them kills the node, all held tasks go to quarantine. So no more of them are held than run at once.
     */
    public synchronized int roomForRecovered(String queue) {
        return Math.min(turns.peek(queue).roomForRecovered(), node.roomForRecovered());
    }

    /** Returns whether at most half of the tasks that may wait do so, or connections have become free meanwhile. */
    public synchronized boolean isHungry(String queue, IntUnaryOperator ahead) {
        QueueSlots slots = turns.peek(queue);
        return connections.hasMore() || slots.waiting.size() <= ahead.applyAsInt(slots.live(node)) / 2;
    }

    public synchronized Collection<HeldTask> all() {
        return List.copyOf(byLease.values());
    }

    public synchronized @Nullable HeldTask of(Lease lease) {
        return byLease.get(lease);
    }

    public synchronized int size() {
        return byLease.size() + node.reserved();
    }

    /** Returns whether the node is idle, or connections have become free since the last claim. */
    public synchronized boolean isWorthAClaim() {
        return node.isIdle() || connections.hasMore();
    }

    public synchronized int queues() {
        return turns.all().size();
    }

    public synchronized int waiting(String queue) {
        return turns.peek(queue).waiting.size();
    }

    public synchronized int running() {
        return node.running();
    }

    public synchronized int lost() {
        return node.lostWorkers();
    }

    /** Waits at most {@code most} until no task is held and only abandoned handlers run; false if any are left. */
    public synchronized boolean awaitEmpty(Duration most) throws InterruptedException {
        long since = ticker.nanos();
        while (!isEmpty() && ticker.since(since).compareTo(most) < 0) {
            TimeUnit.NANOSECONDS.timedWait(
                    this, Math.max(1, most.minus(ticker.since(since)).toNanos()));
        }
        return isEmpty();
    }

    /** Checks tasks and workers, because a task is settled a moment before its worker is free. */
    private boolean isEmpty() {
        return size() == 0 && node.running() == node.lostWorkers();
    }
}
