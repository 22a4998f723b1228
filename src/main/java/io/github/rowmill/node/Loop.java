package io.github.rowmill.node;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** A thread of its own that does one thing over and over. Whoever wakes it after its end wakes nobody. */
public final class Loop {

    private final Runnable round;
    private final ScheduledExecutorService thread;
    private @Nullable ScheduledFuture<?> next;

    /** {@code round} throws nothing. */
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

    /** Does one more round soon, on the loop's thread. */
    public void wake() {
        thread.execute(round);
    }

    /** Does one more round after {@code delay}, on the loop's thread. */
    @SuppressWarnings("FutureReturnValueIgnored") // a round reports its own failures
    public void wake(Duration delay) {
        thread.schedule(round, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Does one more round within {@code delay}, unless one that was asked for so comes sooner: what asks in each round makes no more and more of them. */
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
     * Does what is due in {@code until}: now, if that is zero or negative, or in a round then. {@code work} returns how much
     * it did; after some the next may be near, after none another has it in hand, and the next round comes soon enough.
     */
    public void whenDue(Duration until, IntSupplier work) {
        boolean isLater = until.compareTo(Duration.ZERO) > 0;
        if (isLater || work.getAsInt() > 0) {
            within(until);
        }
    }

    /** Ends the loop after the rounds it was woken for, and waits for them, but no longer than {@code most}; not for one that was to come {@code within} a while. */
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
