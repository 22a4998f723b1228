package io.github.rowmill.node.loop;

import io.github.rowmill.node.Ticker;
import java.time.Duration;

/**
 * Sign of life of a loop. It beats once a round, whether the round succeeds or fails. Health reads the time since
 * the last beat and the number of failures.
 */
public final class LoopActivity {

    private final Ticker ticker;
    private final Duration interval;
    private volatile long last;
    private volatile int failures;

    public LoopActivity(Ticker ticker) {
        this(ticker, Duration.ZERO);
    }

    /** Creates a pulse whose beats are at most {@code interval} apart if all is well. */
    LoopActivity(Ticker ticker, Duration interval) {
        this.ticker = ticker;
        this.interval = interval;
        this.last = ticker.nanos();
    }

    /** Records that there was nothing to do. */
    public void idle() {
        last = ticker.nanos();
    }

    /** Records that a long round goes on. */
    public void goesOn() {
        last = ticker.nanos();
    }

    /** Records that a round succeeded. */
    public void beat() {
        failures = 0;
        last = ticker.nanos();
    }

    /** Records that a round failed. Only one thread at a time records rounds. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // the rounds of one loop come one after the other
    public void fail() {
        failures++;
        last = ticker.nanos();
    }

    /** Returns the number of rounds that failed since the last success. */
    public int failures() {
        return failures;
    }

    /** Returns the time since the last beat, or since the loop was created. */
    public Duration silence() {
        return ticker.since(last);
    }

    /** Returns the time that a beat is overdue; zero if it is not. */
    public Duration overdue() {
        Duration late = silence().minus(interval);
        return late.isNegative() ? Duration.ZERO : late;
    }
}
