package io.github.rowmill.node;

import jakarta.inject.Singleton;
import java.time.Duration;

/** Measures elapsed time on this node, independent of the clock. */
@Singleton
public class Ticker {

    /** Returns nanoseconds since a fixed moment; only differences have a meaning. */
    public long nanos() {
        return System.nanoTime();
    }

    /** Returns the time elapsed since {@code then} was read from this ticker. */
    public final Duration since(long then) {
        return Duration.ofNanos(nanos() - then);
    }
}
