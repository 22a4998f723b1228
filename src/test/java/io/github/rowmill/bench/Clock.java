package io.github.rowmill.bench;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Rates and pauses. */
final class Clock {

    /** The pause between two tasks whose wake-up is measured. The node goes back to sleep in it. */
    private static final long PAUSE_NANOS = 20_000_000;

    private Clock() {}

    static double perSecond(double things, long startNanos) {
        return things / seconds(startNanos);
    }

    static double seconds(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    static void pause() {
        pause(Duration.ofNanos(PAUSE_NANOS));
    }

    static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
