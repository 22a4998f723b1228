package io.github.rowmill.node;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/** The rounds of one loop, whoever calls them: whatever is thrown ends only its own round, and every round is a sign of life. */
public final class Rounds {

    private final String name;
    private final BiConsumer<String, Throwable> failures;
    private final Pulse pulse;
    private final ReentrantLock underWay = new ReentrantLock();

    /** {@code failures} hears the loop's name and what a round threw. */
    Rounds(String name, BiConsumer<String, Throwable> failures, Pulse pulse) {
        this.name = name;
        this.failures = failures;
        this.pulse = pulse;
    }

    /** Does a round on this thread. */
    public void once(Runnable round) {
        try {
            round.run();
            pulse.beat();
        } catch (Throwable thrown) {
            pulse.fail();
            failures.accept(name, thrown);
        }
    }

    /** Work that does a round whenever it is run. */
    Runnable each(Runnable round) {
        return () -> once(round);
    }

    /**
     * Does a round on this thread if it is wanted; not to be wanted is a sign of life too. While another thread is at one, it
     * does nothing.
     */
    public void onceIf(boolean wanted, Runnable round) {
        if (!underWay.tryLock()) {
            return;
        }
        try {
            if (wanted) {
                once(round);
            } else {
                pulse.idle();
            }
        } finally {
            underWay.unlock();
        }
    }

    /** The sign of life. */
    public Pulse pulse() {
        return pulse;
    }
}
