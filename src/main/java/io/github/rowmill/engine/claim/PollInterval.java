package io.github.rowmill.engine.claim;

import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Jitter;
import java.time.Duration;

/** How often an idle node asks: every interval at first, then ever longer, with jitter so that idle nodes do not ask together. */
final class PollInterval {

    /** An idle node waits at most this many intervals. */
    static final int MAX_INTERVALS = 5;

    /** Looking at all queues takes at most a tenth of the time, unless that would leave an idle node behind. */
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

    /** Whether it is time to ask again. */
    synchronized boolean isDue() {
        return ticker.nanos() - due >= 0 && ticker.nanos() - rest >= 0;
    }

    /** Takes note of how long a look at all queues took: the more there are, the longer it takes. */
    synchronized void looked(Duration took) {
        long most = interval.toNanos() * MAX_INTERVALS;
        rest = ticker.nanos() + Math.min(most, took.toNanos() * REST_PER_LOOK) - interval.toNanos() / 2;
    }

    /** Takes note of a round: one that found something is followed by another after an interval, others by ever later ones. */
    synchronized void asked(boolean found) {
        intervals = found ? 1 : Math.min(MAX_INTERVALS, intervals + 1);
        // The scheduler's tick comes once an interval: half of one less, so as not to miss the tick by a hair.
        due = ticker.nanos() + APART.of(interval.multipliedBy(intervals)).toNanos() - interval.toNanos() / 2;
    }

    /** Takes note of a wake-up that found something: the node is not idle, so the next round comes within an interval, or sooner if it was to. */
    synchronized void hurry() {
        intervals = 1;
        long soon = ticker.nanos() + interval.toNanos() / 2;
        due = due - soon < 0 ? due : soon;
    }
}
