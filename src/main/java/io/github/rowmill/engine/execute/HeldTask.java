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
 * A task in this node's hand, from its claim to its verdict, and the context its handler sees.
 *
 * <p>Interrupts reach the handler only: they are given between {@link #begin} and {@link #end}, and what is left of one
 * is cleared at the end, so that the engine's own work on the thread is never cut off.
 */
final class HeldTask implements TaskContext {

    /** Why a handler is to stop. */
    enum Stop {
        TIMED_OUT,
        CANCELLED,
        /** Another has the lease. */
        LEASE_LOST,
        /** The lease ran out unrenewed, as the database could not be asked; nobody may have taken over yet. */
        LEASE_EXPIRED,
        DRAINED
    }

    /** What does not return to whoever calls it. */
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

    /** {@code claimedAt} was read off the ticker before the claim was sent, so that the lease here ends no later than in the row. */
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

    /** Whether it asks for a virtual thread. */
    boolean isVirtual() {
        return type.handler().virtualThread();
    }

    /** Says that the calling thread now runs the handler; false: it is to stop before it began. */
    synchronized boolean begin() {
        if (stop != null || abandoned) {
            return false;
        }
        thread = Thread.currentThread();
        started = ticker.nanos();
        begun = true;
        return true;
    }

    /** Whether its handler has begun; once it is abandoned, none will any more. */
    synchronized boolean hasBegun() {
        return begun;
    }

    /** Says that the handler is over; false: the attempt was settled in its stead, and must not be settled again. */
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

    /** Takes the right to settle this attempt from its handler; false: the handler is over, or another has taken it. */
    synchronized boolean abandon() {
        boolean taken = !over && !abandoned;
        abandoned |= taken;
        return taken;
    }

    /** Tells the handler to stop, and interrupts it; false: it was told before, or is over. */
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

    /** Whether its handler ended longer ago than {@code time}, and the transaction that was to complete it has not. */
    synchronized boolean isStuckInCommit(Duration time) {
        return over
                && !abandoned
                && type.isTransactional()
                && ticker.since(ended).compareTo(time) > 0;
    }

    /** Whether a handler runs. */
    synchronized boolean isRunning() {
        return thread != null;
    }

    /** Whether its handler waits for the end of the process, which it asked for. */
    synchronized boolean isExiting() {
        return thread != null
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> EXITS.contains(frame.getClassName() + "." + frame.getMethodName()));
    }

    /** Whether it was claimed at a moment of the ticker, or before. */
    boolean isInHandSince(long moment) {
        return claimedAt - moment <= 0;
    }

    /** Time for which the task could have run: what the claim found, and what has passed since. */
    Duration waited() {
        return task.waited().plus(ticker.since(claimedAt));
    }

    /** How long the handler has run, or had run when it was over. */
    synchronized Duration ran() {
        return thread == null ? ran : ticker.since(started);
    }

    /** Maximum execution time: the row's, else the type's. */
    Duration timeout() {
        Duration own = task.timeout();
        return own == null ? type.timeout() : own;
    }

    /** The lease was renewed by a statement sent at {@code sentAt}. */
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
