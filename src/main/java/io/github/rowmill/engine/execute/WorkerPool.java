package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.config.QueueConfig;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.execute.thread.WorkerThreads;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs claimed tasks on the managed executors, within the number of workers of the node and of each queue. */
@Singleton
public class WorkerPool {

    private final TaskRunner runner;
    private final Needs needs;
    private final Ticker ticker;
    private final Duration lease;
    private final HeldTasks held;
    private final Prefetch prefetch;
    private final Workers workers;
    private final int mostAtOnce;
    private volatile Consumer<String> roomListener = queue -> {};
    private volatile Runnable takenListener = () -> {};

    WorkerPool(
            WorkerThreads threads,
            TaskRunner runner,
            Needs needs,
            TaskEvents events,
            Ticker ticker,
            RowmillConfig config) {
        this.runner = runner;
        this.needs = needs;
        this.ticker = ticker;
        this.lease = config.lease();
        this.held = new HeldTasks(config.workers(), needs.connections(), queue -> limit(config, queue), ticker);
        this.prefetch = new Prefetch(ticker);
        this.workers = new Workers(threads, runner, held, prefetch, events, queue -> roomListener.accept(queue));
        runner.whenSettled(this::settled);
        this.mostAtOnce = config.claimBatch().orElse(Integer.MAX_VALUE);
    }

    private static int limit(RowmillConfig config, String queue) {
        return Optional.ofNullable(config.queues().get(queue))
                .flatMap(QueueConfig::workers)
                .orElse(config.workers());
    }

    /**
     * How many more tasks of a queue this node has room for: free workers, and a few to wait if the handlers are fast and
     * end. None behind workers that are all lost, none while it holds a task in quarantine, and never more than {@code rowmill.claim-batch}.
     */
    public int room(String queue) {
        return Math.min(mostAtOnce, held.room(queue, workers -> prefetch.of(queue, workers)));
    }

    /** Notes how long it took to claim from all queues that had something due. */
    public void passTook(Duration time) {
        prefetch.passTook(time);
    }

    /** Those of the application's pool that transactional tasks may take. */
    public Connections connections() {
        return needs.connections();
    }

    /** What this many tasks of a type need. */
    public Demand demand(String type, int count) {
        return needs.of(type, count);
    }

    /**
     * Keeps what tasks of a queue need that are about to be claimed, until {@link #redeem}. Returns how many workers were
     * free. If workers or connections are too few, keeps nothing and returns 0.
     */
    public int promise(String queue, Demand demand) {
        return demand.workers() <= mostAtOnce ? held.promise(queue, demand) : 0;
    }

    /** Ends a promise: its tasks are in hand, or will not come. */
    public void redeem(String queue, Demand demand) {
        held.redeem(queue, demand);
    }

    /** How many more tasks of a queue that crashed before this node may have in hand: no more than run at once, as each may kill it. */
    public int roomForRecovered(String queue) {
        return held.roomForRecovered(queue);
    }

    /** Whether so few tasks of a queue wait in hand that it is time to claim more. */
    public boolean isHungry(String queue) {
        return held.isHungry(queue, workers -> prefetch.of(queue, workers));
    }

    /** Whether tasks of a queue wait in hand. */
    public boolean hasWaiting(String queue) {
        return held.waiting(queue) > 0;
    }

    /** Whether tasks of a queue are in hand. */
    public boolean holds(String queue) {
        return held.all().stream().anyMatch(task -> task.queue().equals(queue));
    }

    /** Whether a task of a queue is in hand, and of this key; null: of any or none. */
    public boolean holds(String queue, @Nullable String key) {
        return held.all().stream()
                .map(HeldTask::task)
                .anyMatch(task -> task.queue().equals(queue) && (key == null || key.equals(task.key())));
    }

    /** How many bytes the payloads in hand have together. */
    public long bytesInHand() {
        return held.all().stream().mapToLong(task -> task.task().bytes()).sum();
    }

    /** Calls {@code listener} with the queue's name whenever a task in hand was settled or left the node idle, on that thread. */
    public void whenRoomComesFree(Consumer<String> listener) {
        roomListener = listener;
    }

    /** Calls {@code listener} after tasks were taken in hand, on the thread that did. */
    void whenTaken(Runnable listener) {
        takenListener = listener;
    }

    /** Takes tasks in hand and runs them as workers come free. {@code claimedAt} was read off the ticker before the claim was sent. */
    public void start(List<Claimed> tasks, long claimedAt) {
        for (Claimed task : tasks) {
            HeldTask former = held.of(task.lease());
            if (former == null) {
                held.add(new HeldTask(task, needs.type(task.type()), ticker, claimedAt, lease));
            } else {
                tellApart(former, task);
            }
        }
        startWaiting();
        takenListener.run();
    }

    /**
     * The database has lost the claim of a task in hand, as in a failover, and this node has claimed the row again, under
     * the same version. The new claim is given back, which raises the version, so that no verdict of the one is the other's.
     */
    private void tellApart(HeldTask former, Claimed again) {
        former.stop(HeldTask.Stop.LEASE_LOST);
        giveBack(again);
    }

    /** Starts what waits, as far as workers are free and threads can be had. */
    void startWaiting() {
        workers.startWaiting();
    }

    private void settled(Claimed task) {
        held.settled(task.lease());
        roomListener.accept(task.queue());
    }

    /** Everything in hand, waiting, running or being settled. */
    Collection<HeldTask> inHand() {
        return held.all();
    }

    /** How many tasks are in hand. */
    public int size() {
        return held.size();
    }

    /** How many handlers run. */
    public int running() {
        return held.running();
    }

    /** Settles a task in the stead of a handler that does not end although it was told to; false: it is over, or was settled before. */
    boolean settleFor(HeldTask task, Ending ending) {
        return runner.settleFor(task, ending);
    }

    /** Settles a task in the stead of its handler, which does not react to its interrupt, and counts its worker as lost until it ends. */
    boolean abandon(HeldTask task, Ending ending) {
        boolean taken = settleFor(task, ending);
        if (taken) {
            held.lost(task);
        }
        return taken;
    }

    /** Leaves a task to its lease, which is renewed no more; its worker counts as lost until it is back. False: it is back already. */
    boolean leave(HeldTask task) {
        boolean isLost = held.lost(task);
        if (isLost) {
            settled(task.task());
        }
        return isLost;
    }

    /** Whether a task is in hand that was claimed under this lease. */
    public boolean has(Lease lease) {
        return held.has(lease);
    }

    /** Gives back a task that was claimed by this node and never came into its hand. */
    public void giveBack(Claimed task) {
        runner.giveBack(task);
    }

    /** Gives back what has not begun. */
    void releaseWaiting() {
        release(held.takeWaiting(any -> true));
    }

    /** Gives back what has waited since a moment of the ticker, or for longer: other nodes may have workers for it. */
    void releaseWaitingSince(long moment) {
        release(held.takeWaiting(task -> task.isInHandSince(moment)));
    }

    private void release(List<HeldTask> tasks) {
        tasks.forEach(task -> settleFor(task, new Ending.Released()));
    }

    /** Waits until nothing is in hand and no handler runs but those that were abandoned, but no longer than {@code most}; false: something is. */
    public boolean awaitEmpty(Duration most) throws InterruptedException {
        return held.awaitEmpty(most);
    }

    /** How many handlers run on although they were abandoned. */
    public int abandoned() {
        return held.lost();
    }
}
