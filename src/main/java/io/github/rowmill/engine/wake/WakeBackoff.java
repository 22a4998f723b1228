package io.github.rowmill.engine.wake;

import io.github.rowmill.task.Backoff;
import io.github.rowmill.task.Jitter;
import java.time.Duration;
import java.util.Random;

/**
 * Delay before a node answers a wake-up from another node. The delay is zero until a wake-up finds no task. The
 * limit doubles with each consecutive miss, and the delay is random between zero and the limit. A claim that finds
 * a task resets it.
 *
 * <p>So the winners among many idle nodes stay fast, and the others query little more often than polling does.
 * Thread-safe.
 */
final class WakeBackoff {

    /** First limit. It is longer than a fast node needs to claim, so that some waiting nodes need not query. */
    private static final Duration FIRST = Duration.ofMillis(10);

    /** Largest number of misses that count. The delay reaches its maximum long before. */
    private static final int MAX_MISSES = 40;

    private final Backoff backoff;
    private final Random random;
    private int misses;

    /** Creates a backoff with delays of at most {@code most}. */
    WakeBackoff(Duration most, Random random) {
        this.backoff = new Backoff(most.compareTo(FIRST) < 0 ? most : FIRST, most, new Jitter(0, 1));
        this.random = random;
    }

    /** Returns a random delay for this wake-up. */
    synchronized Duration delay() {
        return misses == 0 ? Duration.ZERO : backoff.after(misses, random.nextDouble());
    }

    /** Records an answer that found no task. */
    synchronized void missed() {
        misses = Math.min(MAX_MISSES, misses + 1);
    }

    /** Records a claim that found a task, whatever caused the claim. */
    synchronized void found() {
        misses = 0;
    }
}
