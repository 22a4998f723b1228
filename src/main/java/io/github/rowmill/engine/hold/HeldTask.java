package io.github.rowmill.engine.hold;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskSteps;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A task that this node holds, from its claim to its verdict.
 *
 * <p>Interrupts reach only the handler. They are sent between {@link #begin} and {@link #end}, and {@link #end}
 * clears a pending one. So the engine's own work on the thread is never interrupted.
 */
public final class HeldTask {

    private final Claimed task;
    private final TaskType type;
    private final Ticker ticker;
    private final long claimedAt;
    private final int most;
    private final boolean isAgain;
    private final ReportedProgress progress = new ReportedProgress();
    private @Nullable Bundle bundle;
    private volatile long leaseEnd;
    private volatile @Nullable Stop stop;
    private volatile Ending.@Nullable Suspended suspended;
    private @Nullable Thread thread;
    private long started;
    private Duration ran = Duration.ZERO;
    private long ended;
    private boolean begun;
    private boolean over;
    private boolean taken;

    /** Creates a held task. {@code claimedAt} is before the claim, so that its lease ends no later than in the row. */
    public HeldTask(Claimed task, TaskType type, Ticker ticker, long claimedAt, Duration lease) {
        this.task = task;
        this.type = type;
        this.ticker = ticker;
        this.claimedAt = claimedAt;
        this.leaseEnd = claimedAt + lease.toNanos();
        this.most = type.batch();
        this.isAgain = false;
    }

    /** Creates the same task for another run in its attempt. */
    private HeldTask(HeldTask former, int most) {
        this.task = former.task;
        this.type = former.type;
        this.ticker = former.ticker;
        this.claimedAt = former.claimedAt;
        this.leaseEnd = former.leaseEnd;
        this.most = most;
        this.isAgain = former.begun;
        this.begun = former.begun;
        this.stop = former.stop;
    }

    public Claimed task() {
        return task;
    }

    public TaskType taskType() {
        return type;
    }

    /** Returns the context that the handler sees. */
    public TaskContext context(TaskSteps steps) {
        return new HeldContext(this, steps);
    }

    /** Returns what the handler has reported of its work. */
    public ReportedProgress progress() {
        return progress;
    }

    /** Returns whether the handler has begun before in this attempt, and was rolled back with others. */
    public boolean isAgain() {
        return isAgain;
    }

    /** Returns how many tasks it may run with, this one included. A task that has failed before runs alone. */
    public int bundleSize() {
        return task.attempt() == 1 && !task.isRecovered() ? most : 1;
    }

    /** Returns the tasks that it runs together with; null if it runs by itself. */
    public @Nullable Bundle bundle() {
        return bundle;
    }

    /** Returns the tasks that use the same worker: this one alone, or those of its bundle. */
    public List<HeldTask> together() {
        return bundle == null ? List.of(this) : bundle.tasks();
    }

    public void joins(@Nullable Bundle some) {
        bundle = some;
    }

    /** Returns whether the handler needs a virtual thread. */
    public boolean isVirtual() {
        return type.handler().virtualThread();
    }

    /** Records that the calling thread now runs the handler. Returns false if the handler must not begin. */
    public synchronized boolean begin() {
        if (stop != null || taken) {
            return false;
        }
        thread = Thread.currentThread();
        started = ticker.nanos();
        begun = true;
        return true;
    }

    /** Returns whether the handler has begun. After {@link #takeFromHandler}, it can no longer begin. */
    public synchronized boolean hasBegun() {
        return begun;
    }

    /** Records that the handler has returned, and that the attempt ends together with others. */
    public synchronized void pause() {
        if (thread == Thread.currentThread()) {
            ran = ticker.since(started);
            thread = null;
            Thread.interrupted();
        }
    }

    /** Records that the handler has ended. Returns false if the attempt was settled in its place. */
    public synchronized boolean end() {
        pause();
        over = true;
        ended = ticker.nanos();
        return !taken;
    }

    /** Takes the right to settle this attempt from its handler; false if it has ended, or the right was taken. */
    public synchronized boolean takeFromHandler() {
        boolean isMine = !over && !taken;
        taken |= isMine;
        return isMine;
    }

    /**
     * Takes the right to settle this attempt from a handler that was rolled back with others.
     *
     * @param most largest number of tasks to run with then, this one included
     * @return the same task, to run again in the same attempt; null if the right was taken before
     */
    public synchronized @Nullable HeldTask again(int most) {
        if (taken) {
            return null;
        }
        taken = true;
        return new HeldTask(this, most);
    }

    /** Stops the handler, and interrupts it. Returns false if it was stopped before, or has ended. */
    public synchronized boolean stop(Stop why) {
        if (stop != null || over) {
            return false;
        }
        stop = why;
        if (thread != null) {
            thread.interrupt();
        }
        return true;
    }

    public Optional<Stop> stopped() {
        return Optional.ofNullable(stop);
    }

    /** Records that the handler gives its worker back. The attempt ends so, whatever the handler does after that. */
    public void suspend(Ending.Suspended how) {
        suspended = how;
    }

    public Ending.@Nullable Suspended suspended() {
        return suspended;
    }

    /** Returns whether the handler ended longer ago than {@code time}, and its transaction is not completed. */
    public synchronized boolean isStuckInCommit(Duration time) {
        boolean isCommitting = over && !taken && type.isTransactional();
        return isCommitting && ticker.since(ended).compareTo(time) > 0;
    }

    /** Returns whether the handler is running. */
    public synchronized boolean isRunning() {
        return thread != null;
    }

    /** Returns whether the handler has started the end of the process, and waits for it. */
    public synchronized boolean isExiting() {
        return thread != null && ProcessExit.isIn(thread);
    }

    /** Returns whether the task was claimed at this time of the ticker, or earlier. */
    public boolean isInHandSince(long moment) {
        return claimedAt - moment <= 0;
    }

    /** Returns the time for which the task was due but did not run, before its claim and after it. */
    public Duration waited() {
        return task.waited().plus(ticker.since(claimedAt));
    }

    /** Returns how long the handler has run so far, or ran until it ended. */
    public synchronized Duration ran() {
        return thread == null ? ran : ticker.since(started);
    }

    /** Returns the maximum execution time of the row, or of the type if the row has none. */
    public Duration timeout() {
        Duration own = task.timeout();
        return own == null ? type.timeout() : own;
    }

    /** Records that the lease was renewed by a statement sent at {@code sentAt}. */
    public void renewed(long sentAt, Duration lease) {
        leaseEnd = sentAt + lease.toNanos();
    }

    public long id() {
        return task.id();
    }

    public String type() {
        return task.type();
    }

    public String queue() {
        return task.queue();
    }

    /** Returns the time left on the lease; see {@link TaskContext#remainingLease}. */
    public Duration remainingLease() {
        return Duration.ofNanos(Math.max(0, leaseEnd - ticker.nanos()));
    }
}
