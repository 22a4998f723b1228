package io.github.rowmill.engine.execute;

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
 * Who may run next: the tasks in hand by queue, within the node's number of workers and each queue's own.
 *
 * <p>A task waits, runs, and is settled; it counts as in hand until its verdict is written, so that a slow database slows
 * the claims rather than filling the memory. A handler that was abandoned holds its worker until it ends, though its task
 * is long settled. Queues take turns. Safe for all threads.
 */
final class HeldTasks {

    /** Most tasks of the node that wait or are being settled beside those that run: memory, and work kept from other nodes. */
    private static final int MAX_BESIDE = 4000;

    /** A node on which a worker came free within this time has a turn for every queue soon, however busy it is. */
    private static final Duration TURN_IS_NEAR = Duration.ofMillis(50);

    private final Ticker ticker;
    private final Turns turns;
    private final Map<Lease, HeldTask> inHand = new LinkedHashMap<>();
    private final Set<HeldTask> running = new HashSet<>();
    private final Set<HeldTask> lost = new HashSet<>();
    private final Slots node;
    private final Connections connections;
    private int quarantined;
    private long freedAt;

    /** {@code connections}: for transactional tasks; {@code limits}: each queue's most tasks at once. */
    HeldTasks(int workers, Connections connections, ToIntFunction<String> limits, Ticker ticker) {
        this.node = new Slots(workers);
        this.connections = connections;
        this.turns = new Turns(limits);
        this.ticker = ticker;
        this.freedAt = ticker.nanos() - 2 * TURN_IS_NEAR.toNanos();
    }

    synchronized void add(HeldTask task) {
        Slots slots = turns.of(task.queue());
        slots.waiting.add(task);
        slots.taken(task);
        node.taken(task);
        connections.take(task);
        inHand.put(task.task().lease(), task);
        quarantined += task.task().isQuarantined() ? 1 : 0;
    }

    /** Takes a task that may start running now. A queue that had its turn goes behind the others. */
    synchronized @Nullable HeldTask next() {
        Slots slots = node.free() > 0 ? turns.next(one -> one.free() > 0 && !one.waiting.isEmpty()) : null;
        if (slots == null) {
            return null;
        }
        HeldTask next = slots.waiting.remove();
        slots.begun();
        node.begun();
        running.add(next);
        return next;
    }

    /** Takes back that a task may start, as no thread could be had for it: it waits again, before the others of its queue. */
    synchronized void putBack(HeldTask task) {
        Slots slots = turns.of(task.queue());
        slots.putBack();
        node.putBack();
        running.remove(task);
        slots.waiting.addFirst(task);
    }

    /** Says that a task's handler is over, and takes the one that may start in its place. */
    synchronized @Nullable HeldTask ran(HeldTask task) {
        boolean wasSettled = !inHand.containsKey(task.task().lease());
        boolean wasLost = lost.remove(task);
        running.remove(task);
        turns.of(task.queue()).ended(wasSettled, wasLost);
        node.ended(wasSettled, wasLost);
        connections.giveBack(task);
        freedAt = ticker.nanos();
        turns.forgetIfIdle(task.queue());
        notifyAll();
        return next();
    }

    /** Says that a task is settled, as it was claimed under this lease. */
    synchronized void settled(Lease lease) {
        HeldTask task = inHand.remove(lease);
        if (task != null) {
            boolean runsOn = running.contains(task);
            turns.of(task.queue()).settled(task, runsOn);
            node.settled(task, runsOn);
            quarantined -= task.task().isQuarantined() ? 1 : 0;
            turns.forgetIfIdle(task.queue());
        }
        notifyAll();
    }

    /** Says that a task's handler was abandoned: until it ends, its worker is lost. False: it has ended, or was lost before. */
    synchronized boolean lost(HeldTask task) {
        boolean isLost = running.contains(task) && lost.add(task);
        if (isLost) {
            turns.of(task.queue()).lost();
            node.lost();
            notifyAll();
        }
        return isLost;
    }

    /** Takes of each queue what waits, up to the first that is not {@code wanted}. */
    synchronized List<HeldTask> takeWaiting(Predicate<HeldTask> wanted) {
        List<HeldTask> taken = new ArrayList<>();
        for (Slots slots : turns.all()) {
            while (!slots.waiting.isEmpty() && wanted.test(slots.waiting.element())) {
                taken.add(slots.waiting.remove());
            }
        }
        taken.forEach(connections::giveBack);
        return taken;
    }

    /**
     * How many more tasks of a queue the hand may hold: as many as workers are free, and those that {@code ahead} lets wait
     * for so many workers that are not lost, less what of this queue waits or is being settled. What other queues have
     * waiting takes no room but that of the node as a whole; and where workers come free all the time, one task of a
     * queue that has none may wait for its turn. None beside a task in quarantine.
     */
    synchronized int room(String queue, IntUnaryOperator ahead) {
        Slots slots = turns.peek(queue);
        int live = live(slots);
        if (quarantined > 0 || live == 0) {
            return 0;
        }
        int free = Math.min(slots.free(), node.free());
        int ofQueue = free + ahead.applyAsInt(live) - slots.beside();
        int ofNode = free + Math.max(0, MAX_BESIDE - node.beside());
        int room = Math.max(0, Math.min(ofQueue, ofNode));
        return room == 0 && hasTurnSoon(slots) ? 1 : room;
    }

    private boolean hasTurnSoon(Slots slots) {
        return slots.beside() == 0 && slots.free() > 0 && ticker.since(freedAt).compareTo(TURN_IS_NEAR) <= 0;
    }

    /** Keeps what tasks of a queue need. Returns how many workers were free, or 0 if anything is too little. */
    synchronized int promise(String queue, Demand demand) {
        Slots slots = turns.peek(queue);
        int free = quarantined > 0 ? 0 : Math.min(slots.unclaimed(), node.unclaimed());
        if (free < demand.workers() || !connections.promise(demand.connections())) {
            return 0;
        }
        turns.of(queue).promised(demand.workers());
        node.promised(demand.workers());
        return free;
    }

    synchronized void redeem(String queue, Demand demand) {
        connections.redeem(demand.connections());
        turns.of(queue).promised(-demand.workers());
        node.promised(-demand.workers());
        turns.forgetIfIdle(queue);
        notifyAll();
    }

    /**
     * How many more tasks of a queue that crashed before the hand may hold, however full it is of others: should one of them
     * kill the node, all of them go to quarantine, and no more do than run at once.
     */
    synchronized int roomForRecovered(String queue) {
        return Math.min(turns.peek(queue).roomForRecovered(), node.roomForRecovered());
    }

    /** Whether at most half of those that may wait do, or connections have come free since the last claim. */
    synchronized boolean isHungry(String queue, IntUnaryOperator ahead) {
        Slots slots = turns.peek(queue);
        return connections.hasMore() || slots.waiting.size() <= ahead.applyAsInt(live(slots)) / 2;
    }

    private int live(Slots slots) {
        return Math.min(slots.live(), node.live());
    }

    synchronized Collection<HeldTask> all() {
        return List.copyOf(inHand.values());
    }

    synchronized boolean has(Lease lease) {
        return inHand.containsKey(lease);
    }

    /** What is in hand under this lease; null: nothing is. */
    synchronized @Nullable HeldTask of(Lease lease) {
        return inHand.get(lease);
    }

    synchronized int size() {
        return inHand.size() + node.promised();
    }

    /** Whether nothing is in hand and no handler runs, or connections have come free since the last claim. */
    synchronized boolean isWorthAClaim() {
        return node.isIdle() || connections.hasMore();
    }

    /** How many queues have tasks in hand, or handlers that run. */
    synchronized int queues() {
        return turns.all().size();
    }

    synchronized int waiting(String queue) {
        return turns.peek(queue).waiting.size();
    }

    synchronized int running() {
        return node.running();
    }

    synchronized int lost() {
        return node.lostWorkers();
    }

    /** Waits until nothing is in hand and no handler runs but those that were abandoned, but no longer than {@code most}; false: something is. */
    synchronized boolean awaitEmpty(Duration most) throws InterruptedException {
        long since = ticker.nanos();
        while (!isEmpty() && ticker.since(since).compareTo(most) < 0) {
            TimeUnit.NANOSECONDS.timedWait(
                    this, Math.max(1, most.minus(ticker.since(since)).toNanos()));
        }
        return isEmpty();
    }

    /** A task is settled a moment before its worker is free. */
    private boolean isEmpty() {
        return size() == 0 && node.running() == node.lostWorkers();
    }
}
