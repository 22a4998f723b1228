package io.github.rowmill.node.loop;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/**
 * The rounds of one loop, on any thread. An exception ends only its own round, and every round is a sign of life.
 */
public final class Rounds {

    private final String name;
    private final BiConsumer<String, Throwable> failures;
    private final LoopActivity pulse;
    private final ReentrantLock underWay = new ReentrantLock();

    /** Creates the rounds; {@code failures} receives the loop's name and the exception of a round. */
    Rounds(String name, BiConsumer<String, Throwable> failures, LoopActivity pulse) {
        this.name = name;
        this.failures = failures;
        this.pulse = pulse;
    }

    /** Runs a round on this thread. */
    public void once(Runnable round) {
        try {
            round.run();
            pulse.beat();
        } catch (Throwable thrown) {
            pulse.fail();
            failures.accept(name, thrown);
        }
    }

    /** Returns a task that runs a round each time. */
    Runnable each(Runnable round) {
        return () -> once(round);
    }

    /**
     * Runs a round on this thread if it is wanted; otherwise only gives a sign of life. Does nothing while another
     * thread runs a round.
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

    /** Returns the pulse of the loop. */
    public LoopActivity pulse() {
        return pulse;
    }
}
