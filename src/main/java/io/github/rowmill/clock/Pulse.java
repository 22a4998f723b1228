package io.github.rowmill.clock;

import java.time.Duration;

/** The last sign of life of a loop: the loop beats once a round, health asks for how long it has been silent. */
public final class Pulse {

    private final Ticker ticker;
    private volatile long last;

    public Pulse(Ticker ticker) {
        this.ticker = ticker;
        this.last = ticker.nanos();
    }

    /** Says that a round has ended, well or not. */
    public void beat() {
        last = ticker.nanos();
    }

    /** Time since the last beat, or since the loop was made. */
    public Duration silence() {
        return ticker.since(last);
    }
}
