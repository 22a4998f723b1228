package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.config.QueueConfig;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.execute.thread.WorkerThreads;
import io.github.rowmill.engine.hold.Connections;
import io.github.rowmill.engine.hold.Demand;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.hold.HeldTasks;
import io.github.rowmill.engine.hold.Prefetch;
import io.github.rowmill.engine.hold.Stop;
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

/**
 * Runs claimed tasks on the managed executors, within the number of workers of the node and of each queue. The
 * pool holds a task from its claim until its verdict is written.
 */
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
            BundleRunner bundles,
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
        this.workers =
                new Workers(threads, runner, bundles, held, prefetch, events, queue -> roomListener.accept(queue));
        runner.whenSettled(this::settled);
        this.mostAtOnce = config.claimBatch().orElse(Integer.MAX_VALUE);
    }

    private static int limit(RowmillConfig config, String queue) {
        return Optional.ofNullable(config.queues().get(queue))
                .flatMap(QueueConfig::workers)
                .orElse(config.workers());
    }

    /**
     * Returns how many more tasks of a queue this node has room for. It has room for one task per free worker, and
     * for a few to wait if the handlers are fast and end. It has none if all workers are lost, and none while it
     * holds a task in quarantine. The result never exceeds {@code rowmill.claim-batch}.
     */
    public int room(String queue) {
        return Math.min(mostAtOnce, held.room(queue, needs.batch(queue), workers -> prefetch.of(queue, workers)));
    }

    /** Records the time of a pass: one claim from every queue that had something due. */
    public void passTook(Duration time) {
        prefetch.passTook(time);
    }

    /** Returns the connections of the application's pool that transactional tasks may take. */
    public Connections connections() {
        return needs.connections();
    }

    /** Returns what {@code count} tasks of a type need. */
    public Demand demand(String type, int count) {
        return needs.of(type, count);
    }

    /** Reserves what a coming claim needs, until {@link #release}. Returns how many workers were free, or 0 for none reserved. */
    public int reserve(String queue, Demand demand) {
        return demand.workers() <= mostAtOnce ? held.reserve(queue, demand) : 0;
    }

    /** Ends a reservation, after its tasks are held or if they do not come. */
    public void release(String queue, Demand demand) {
        held.release(queue, demand);
    }

    /** Returns how many more tasks with an earlier crash may be held: as many as run at once, as each may kill the node. */
    public int roomForRecovered(String queue) {
        return held.roomForRecovered(queue);
    }

    /** Returns whether few enough tasks of a queue wait on this node to claim more. */
    public boolean isHungry(String queue) {
        return held.isHungry(queue, workers -> prefetch.of(queue, workers));
    }

    /** Returns whether tasks of a queue wait on this node. */
    public boolean hasWaiting(String queue) {
        return held.waiting(queue) > 0;
    }

    /** Returns whether this node holds a task of a queue and of this key, or of any key if {@code key} is null. */
    public boolean holds(String queue, @Nullable String key) {
        return held.all().stream()
                .map(HeldTask::task)
                .anyMatch(task -> task.queue().equals(queue) && (key == null || key.equals(task.key())));
    }

    /** Returns the total number of payload bytes of the held tasks. */
    public long bytesInHand() {
        return held.all().stream().mapToLong(task -> task.task().bytes()).sum();
    }

    /** Calls {@code listener} with a queue when a held task was settled, or its end left the node idle, on that thread. */
    public void whenRoomComesFree(Consumer<String> listener) {
        roomListener = listener;
    }

    /** Calls {@code listener} after tasks were added, on the thread that added them. */
    void whenTaken(Runnable listener) {
        takenListener = listener;
    }

    /** Adds tasks, and runs them when workers come free. {@code claimedAt} is the ticker's time before the claim. */
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
     * Handles a second claim of a held task under the same version, after a failover has lost the first. The handler
     * of the first claim is stopped. The new claim is given back, which raises the version. So the verdict of one
     * attempt cannot count for the other.
     */
    private void tellApart(HeldTask former, Claimed again) {
        former.stop(Stop.LEASE_LOST);
        giveBack(again);
    }

    /** Starts waiting tasks, as far as workers are free and threads are available. */
    void startWaiting() {
        workers.startWaiting();
    }

    private void settled(Claimed task) {
        held.settled(task.lease());
        roomListener.accept(task.queue());
    }

    /** Returns all held tasks: waiting, running or being settled. */
    Collection<HeldTask> held() {
        return held.all();
    }

    /** Returns the number of held tasks, including reservations. */
    public int size() {
        return held.size();
    }

    /** Returns the number of handlers that run. */
    public int running() {
        return held.running();
    }

    /** Settles a task in place of a stopped handler that does not end; false if it has ended or was settled. */
    boolean settleFor(HeldTask task, Ending ending) {
        return runner.settleFor(task, ending);
    }

    /** Settles a task in place of a handler that ignores its interrupt. Its worker is lost until the handler ends. */
    boolean abandon(HeldTask task, Ending ending) {
        boolean taken = settleFor(task, ending);
        if (taken) {
            held.lost(task);
            runner.cutOff(task);
            Optional.ofNullable(task.bundle()).ifPresent(held::dissolve);
        }
        return taken;
    }

    /**
     * Leaves a task, and those that end with it, to their leases. Their worker counts as lost. Returns the tasks, or
     * none if the worker has returned already, or was lost before.
     */
    List<HeldTask> leave(HeldTask task) {
        if (!held.lost(task)) {
            return List.of();
        }
        task.together().forEach(one -> settled(one.task()));
        return task.together();
    }

    /** Returns whether this node holds a task under this lease. */
    public boolean has(Lease lease) {
        return held.of(lease) != null;
    }

    /** Gives back a task that this node claimed, but that never came into this pool. */
    public void giveBack(Claimed task) {
        runner.giveBack(task);
    }

    /** Gives back the tasks that have not begun. */
    void releaseWaiting() {
        release(held.takeWaiting(any -> true));
    }

    /** Gives back waiting tasks claimed at or before this ticker time. Other nodes may have workers for them. */
    void releaseWaitingSince(long moment) {
        release(held.takeWaiting(task -> task.isInHandSince(moment)));
    }

    private void release(List<HeldTask> tasks) {
        tasks.forEach(task -> settleFor(task, new Ending.Released()));
    }

    /** Waits at most {@code most} until no task is held and only abandoned handlers run; false if any are left. */
    public boolean awaitEmpty(Duration most) throws InterruptedException {
        return held.awaitEmpty(most);
    }

    /** Returns the number of abandoned handlers that still run. */
    public int abandoned() {
        return held.lost();
    }
}
