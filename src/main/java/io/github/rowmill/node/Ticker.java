package io.github.rowmill.node;

import jakarta.inject.Singleton;
import java.time.Duration;

/** Measures time passed on this node; it never says what time it is. */
@Singleton
public class Ticker {

    /** Nanoseconds since some fixed moment; only differences mean something. */
    public long nanos() {
        return System.nanoTime();
    }

    /** Time passed since {@code then} was read off this ticker. */
    public final Duration since(long then) {
        return Duration.ofNanos(nanos() - then);
    }
}
