package io.github.rowmill.node;

import java.time.Duration;

/** A ticker that stands still until {@link #pass} is called. */
public final class SettableTicker extends Ticker {

    private volatile long now = -1_000_000_000_000L;

    @Override
    public long nanos() {
        return now;
    }

    /** Lets time pass. */
    public void pass(Duration time) {
        now += time.toNanos();
    }
}
