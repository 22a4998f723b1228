package io.github.rowmill.engine.execute;

import io.github.rowmill.api.TaskContext;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A task that this node holds, from its claim to its verdict, and the context that its handler sees.
 *
 * <p>Interrupts reach only the handler. They are sent between {@link #begin} and {@link #end}, and {@link #end}
 * clears a pending one. So the engine's own work on the thread is never interrupted.
 */
final class HeldTask implements TaskContext {

    /** The reason why a handler must stop. */
    enum Stop {
        TIMED_OUT,
        CANCELLED,
        /** The lease no longer belongs to this attempt. */
        LEASE_LOST,
        /**
         * The lease expired, because the database could not be reached to renew it. Perhaps no other node has
         * claimed the task yet.
         */
        LEASE_EXPIRED,
        DRAINED
    }

    /** Methods that end the process and never return to their caller. */
    private static final Set<String> EXITS =
            Set.of("java.lang.Runtime.exit", "io.quarkus.runtime.Quarkus.blockingExit");

    private final Claimed task;
    private final TaskType type;
    private final Ticker ticker;
    private final long claimedAt;
    private volatile long leaseEnd;
    private volatile @Nullable Stop stop;
    private @Nullable Thread thread;
    private long started;
    private Duration ran = Duration.ZERO;
    private long ended;
    private boolean begun;
    private boolean over;
    private boolean abandoned;

    /**
     * Creates a held task.
     *
     * @param claimedAt time of the ticker before the claim was sent, so that the lease ends here no later than in
     *     the row
     */
    HeldTask(Claimed task, TaskType type, Ticker ticker, long claimedAt, Duration lease) {
        this.task = task;
        this.type = type;
        this.ticker = ticker;
        this.claimedAt = claimedAt;
        this.leaseEnd = claimedAt + lease.toNanos();
    }

    Claimed task() {
        return task;
    }

    TaskType taskType() {
        return type;
    }

    /** Returns whether the handler needs a virtual thread. */
    boolean isVirtual() {
        return type.handler().virtualThread();
    }

    /**
     * Records that the calling thread now runs the handler.
     *
     * @return false if the handler must stop before it begins
     */
    synchronized boolean begin() {
        if (stop != null || abandoned) {
            return false;
        }
        thread = Thread.currentThread();
        started = ticker.nanos();
        begun = true;
        return true;
    }

    /** Returns whether the handler has begun. After {@link #abandon}, it can no longer begin. */
    synchronized boolean hasBegun() {
        return begun;
    }

    /**
     * Records that the handler has ended.
     *
     * @return false if the attempt was settled in place of the handler, and must not be settled again
     */
    synchronized boolean end() {
        if (thread == Thread.currentThread()) {
            ran = ticker.since(started);
            thread = null;
            Thread.interrupted();
        }
        over = true;
        ended = ticker.nanos();
        return !abandoned;
    }

    /**
     * Takes the right to settle this attempt from its handler.
     *
     * @return false if the handler has ended, or the right was taken before
     */
    synchronized boolean abandon() {
        boolean taken = !over && !abandoned;
        abandoned |= taken;
        return taken;
    }

    /**
     * Stops the handler, and interrupts it.
     *
     * @return false if it was stopped before, or has ended
     */
    synchronized boolean stop(Stop why) {
        if (stop != null || over) {
            return false;
        }
        stop = why;
        if (thread != null) {
            thread.interrupt();
        }
        return true;
    }

    Optional<Stop> stopped() {
        return Optional.ofNullable(stop);
    }

    /**
     * Returns whether the handler ended longer ago than {@code time}, and its transaction has not been completed.
     */
    synchronized boolean isStuckInCommit(Duration time) {
        return over
                && !abandoned
                && type.isTransactional()
                && ticker.since(ended).compareTo(time) > 0;
    }

    /** Returns whether the handler is running. */
    synchronized boolean isRunning() {
        return thread != null;
    }

    /** Returns whether the handler has started the end of the process, and waits for it. */
    synchronized boolean isExiting() {
        return thread != null
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> EXITS.contains(frame.getClassName() + "." + frame.getMethodName()));
    }

    /** Returns whether the task was claimed at this time of the ticker, or earlier. */
    boolean isInHandSince(long moment) {
        return claimedAt - moment <= 0;
    }

    /**
     * Returns the time for which the task was due but did not run: the time until the claim, and the time since
     * then.
     */
    Duration waited() {
        return task.waited().plus(ticker.since(claimedAt));
    }

    /** Returns how long the handler has run so far, or ran until it ended. */
    synchronized Duration ran() {
        return thread == null ? ran : ticker.since(started);
    }

    /** Returns the maximum execution time of the row, or of the type if the row has none. */
    Duration timeout() {
        Duration own = task.timeout();
        return own == null ? type.timeout() : own;
    }

    /** Records that the lease was renewed by a statement sent at {@code sentAt}. */
    void renewed(long sentAt, Duration lease) {
        leaseEnd = sentAt + lease.toNanos();
    }

    @Override
    public long id() {
        return task.id();
    }

    @Override
    public String type() {
        return task.type();
    }

    @Override
    public String queue() {
        return task.queue();
    }

    @Override
    public int attempt() {
        return task.attempt();
    }

    @Override
    public int maxAttempts() {
        return task.maxAttempts();
    }

    @Override
    public String idempotencyKey() {
        return Long.toString(task.id());
    }

    @Override
    public String attemptKey() {
        return task.lease().attemptKey();
    }

    @Override
    public Optional<Instant> scheduledFor() {
        return Optional.ofNullable(task.tick());
    }

    @Override
    public boolean isCancelled() {
        return stop != null;
    }

    @Override
    public Duration remainingLease() {
        return Duration.ofNanos(Math.max(0, leaseEnd - ticker.nanos()));
    }
}
