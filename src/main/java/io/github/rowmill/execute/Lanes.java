package io.github.rowmill.execute;

import io.github.rowmill.clock.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Who may run next: the tasks in hand by queue, within the node's number of workers and each queue's own.
 *
 * <p>A task waits, runs, and is settled; it counts as in hand until its verdict is written, so that a slow database slows
 * the claims rather than filling the memory. Queues take turns. Safe for all threads.
 */
final class Lanes {

    private final int workers;
    private final ToIntFunction<String> limits;
    private final Map<String, Lane> lanes = new HashMap<>();
    private final ArrayDeque<Lane> turns = new ArrayDeque<>();
    private final Set<InHand> inHand = new LinkedHashSet<>();
    private int running;
    private int quarantined;

    /** {@code limits} gives each queue's most tasks at once. */
    Lanes(int workers, ToIntFunction<String> limits) {
        this.workers = workers;
        this.limits = limits;
    }

    private static final class Lane {

        private final ArrayDeque<InHand> waiting = new ArrayDeque<>();
        private final int limit;
        private int running;
        private int inHand;

        private Lane(int limit) {
            this.limit = limit;
        }
    }

    synchronized void add(InHand task) {
        Lane lane = lane(task.queue());
        lane.waiting.add(task);
        lane.inHand++;
        inHand.add(task);
        quarantined += task.task().isQuarantined() ? 1 : 0;
    }

    /** Takes the tasks that may start running now. A queue that had its turn goes behind the others. */
    synchronized List<InHand> next() {
        List<InHand> all = new ArrayList<>();
        for (InHand next = nextOne(); next != null; next = nextOne()) {
            all.add(next);
        }
        return all;
    }

    private @Nullable InHand nextOne() {
        for (int i = 0; running < workers && i < turns.size(); i++) {
            Lane lane = turns.remove();
            turns.add(lane);
            if (lane.running < lane.limit && !lane.waiting.isEmpty()) {
                lane.running++;
                running++;
                return lane.waiting.remove();
            }
        }
        return null;
    }

    /** Says that a task's handler is over, and takes the one that may start in its place. */
    synchronized @Nullable InHand ran(InHand task) {
        lane(task.queue()).running--;
        running--;
        forgetIfIdle(task.queue());
        return nextOne();
    }

    /** Says that a task is settled. */
    synchronized void settled(InHand task) {
        if (inHand.remove(task)) {
            lane(task.queue()).inHand--;
            quarantined -= task.task().isQuarantined() ? 1 : 0;
            forgetIfIdle(task.queue());
        }
        notifyAll();
    }

    /** Names of queues may be many and used once each: they do not add up here. */
    private void forgetIfIdle(String queue) {
        Lane lane = peek(queue);
        if (lane.inHand == 0 && lane.running == 0) {
            lanes.remove(queue);
            turns.remove(lane);
        }
    }

    /** Takes everything that waits. */
    synchronized List<InHand> takeWaiting() {
        List<InHand> waiting = new ArrayList<>();
        for (Lane lane : turns) {
            waiting.addAll(lane.waiting);
            lane.waiting.clear();
        }
        return waiting;
    }

    /** How many more tasks of a queue the hand may hold, if {@code ahead} may wait beside those that run; none beside one in quarantine. */
    synchronized int room(String queue, int ahead) {
        if (quarantined > 0) {
            return 0;
        }
        Lane lane = peek(queue);
        int ofNode = workers + ahead - inHand.size();
        int ofQueue = Math.min(lane.limit, workers) + ahead - lane.inHand;
        return Math.max(0, Math.min(ofNode, ofQueue));
    }

    synchronized Collection<InHand> all() {
        return List.copyOf(inHand);
    }

    synchronized int size() {
        return inHand.size();
    }

    /** How many queues have tasks in hand. */
    synchronized int queues() {
        return lanes.size();
    }

    synchronized int waiting(String queue) {
        return peek(queue).waiting.size();
    }

    synchronized int running() {
        return running;
    }

    /** Waits until nothing is in hand, but no longer than {@code most}; false: something is. */
    synchronized boolean awaitEmpty(Ticker ticker, Duration most) throws InterruptedException {
        long since = ticker.nanos();
        while (!inHand.isEmpty() && ticker.since(since).compareTo(most) < 0) {
            TimeUnit.NANOSECONDS.timedWait(
                    this, Math.max(1, most.minus(ticker.since(since)).toNanos()));
        }
        return inHand.isEmpty();
    }

    /** A queue of which nothing is in hand gets no lane by being asked for. */
    private Lane peek(String queue) {
        Lane lane = lanes.get(queue);
        return lane == null ? new Lane(limits.applyAsInt(queue)) : lane;
    }

    private Lane lane(String queue) {
        return lanes.computeIfAbsent(queue, this::newLane);
    }

    private Lane newLane(String queue) {
        Lane lane = new Lane(limits.applyAsInt(queue));
        turns.add(lane);
        return lane;
    }
}
