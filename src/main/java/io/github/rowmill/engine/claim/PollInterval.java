package io.github.rowmill.engine.claim;

import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Jitter;
import java.time.Duration;

/**
 * The time between two rounds of an idle node. It is one interval at first, then grows, with jitter so that idle
 * nodes do not run in step.
 */
final class PollInterval {

    /** An idle node waits at most this many intervals. */
    static final int MAX_INTERVALS = 5;

    /**
     * Ratio of the pause to the duration of a look at all queues, so that looks take at most a tenth of the time.
     * The pause never exceeds {@link #MAX_INTERVALS} intervals.
     */
    private static final int REST_PER_LOOK = 10;

    private static final Jitter APART = new Jitter(0.5, 1);

    private final Duration interval;
    private final Ticker ticker;
    private int intervals = 1;
    private long due;
    private long rest;

    PollInterval(Duration interval, Ticker ticker) {
        this.interval = interval;
        this.ticker = ticker;
        this.due = ticker.nanos();
        this.rest = due;
    }

    /** Returns whether the next round is due. */
    synchronized boolean isDue() {
        return ticker.nanos() - due >= 0 && ticker.nanos() - rest >= 0;
    }

    /** Records the duration of a look at all queues. It grows with their number. */
    synchronized void looked(Duration took) {
        long most = interval.toNanos() * MAX_INTERVALS;
        rest = ticker.nanos() + Math.min(most, took.toNanos() * REST_PER_LOOK) - interval.toNanos() / 2;
    }

    /**
     * Records a round. If it found something, the next one follows after one interval; otherwise the time grows.
     */
    synchronized void asked(boolean found) {
        intervals = found ? 1 : Math.min(MAX_INTERVALS, intervals + 1);
        // The scheduler ticks once an interval. Half an interval less keeps a round from just missing its tick.
        due = ticker.nanos() + APART.of(interval.multipliedBy(intervals)).toNanos() - interval.toNanos() / 2;
    }

    /**
     * Records a wake-up that found something. The node is not idle, so the next round comes within an interval, or
     * earlier if it was due earlier.
     */
    synchronized void reset() {
        intervals = 1;
        long soon = ticker.nanos() + interval.toNanos() / 2;
        due = due - soon < 0 ? due : soon;
    }
}
