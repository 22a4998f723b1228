package io.github.rowmill.node.loop;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** A thread that repeats one round. Waking it after its end has no effect. */
public final class Loop {

    private final Runnable round;
    private final ScheduledExecutorService thread;
    private @Nullable ScheduledFuture<?> next;

    /** Creates a loop; {@code round} must not throw. */
    Loop(String name, Runnable round) {
        this.round = round;
        this.thread = new ScheduledThreadPoolExecutor(1, work -> thread(name, work), new DiscardPolicy());
    }

    private static Thread thread(String name, Runnable work) {
        Thread made = new Thread(work, "rowmill-" + name);
        made.setDaemon(true);
        return made;
    }

    /** Starts the rounds, with {@code pause} before each. */
    @SuppressWarnings("FutureReturnValueIgnored") // a round reports its own failures
    void start(Duration pause) {
        thread.scheduleWithFixedDelay(round, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Runs one more round soon, on the loop's thread. */
    public void wake() {
        thread.execute(round);
    }

    /** Runs one more round after {@code delay}, on the loop's thread. */
    @SuppressWarnings("FutureReturnValueIgnored") // a round reports its own failures
    public void wake(Duration delay) {
        thread.schedule(round, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Runs one more round within {@code delay}, unless an earlier call already scheduled one that comes sooner. So
     * calls from each round do not make ever more rounds.
     */
    public synchronized void within(Duration delay) {
        long left = next == null ? 0 : next.getDelay(TimeUnit.NANOSECONDS);
        if (left <= 0 || left > delay.toNanos()) {
            forgetNext();
            next = thread.schedule(round, delay.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void forgetNext() {
        if (next != null && next.getDelay(TimeUnit.NANOSECONDS) > 0) {
            next.cancel(false);
        }
    }

    /**
     * Does the work now if {@code until} is zero or negative; otherwise runs a round after {@code until}. If
     * {@code work} returns more than zero, another round follows at once, because more may be due. If it returns
     * zero, another node has the work, and the next regular round is soon enough.
     */
    public void whenDue(Duration until, IntSupplier work) {
        boolean isLater = until.compareTo(Duration.ZERO) > 0;
        if (isLater || work.getAsInt() > 0) {
            within(until);
        }
    }

    /**
     * Ends the loop after the rounds it was woken for, and waits for them, at most {@code most}. A round scheduled
     * by {@code within} is cancelled.
     */
    public void finish(Duration most) throws InterruptedException {
        shutdown();
        thread.awaitTermination(most.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void shutdown() {
        forgetNext();
        thread.shutdown();
    }

    /** Ends the loop and interrupts its round. */
    void stop() {
        thread.shutdownNow();
    }
}
