package io.github.rowmill.node;

import java.time.Duration;

/** The sign of life of a loop: it beats once a round, well or not; health asks for how long it has been silent, and how it fares. */
public final class Pulse {

    private final Ticker ticker;
    private final Duration interval;
    private volatile long last;
    private volatile int failures;

    public Pulse(Ticker ticker) {
        this(ticker, Duration.ZERO);
    }

    /** {@code interval}: so much time passes between two beats if all is well. */
    Pulse(Ticker ticker, Duration interval) {
        this.ticker = ticker;
        this.interval = interval;
        this.last = ticker.nanos();
    }

    /** Says that there was nothing to do. */
    public void idle() {
        last = ticker.nanos();
    }

    /** Says that a long round goes on. */
    public void goesOn() {
        last = ticker.nanos();
    }

    /** Says that a round has ended well. */
    public void beat() {
        failures = 0;
        last = ticker.nanos();
    }

    /** Says that a round has failed. One thread at a time beats or fails. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // the rounds of one loop come one after the other
    public void fail() {
        failures++;
        last = ticker.nanos();
    }

    /** How many rounds have failed since the last one that ended well. */
    public int failures() {
        return failures;
    }

    /** Time since the last beat, or since the loop was made. */
    public Duration silence() {
        return ticker.since(last);
    }

    /** For how long a beat has been overdue; zero: none is. */
    public Duration overdue() {
        Duration late = silence().minus(interval);
        return late.isNegative() ? Duration.ZERO : late;
    }
}
