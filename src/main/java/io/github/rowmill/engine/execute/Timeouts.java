package io.github.rowmill.engine.execute;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.Loop;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * Interrupts handlers that take longer than they may. One that does not end even so is settled in its stead, so that the
 * task is tried again; its thread stays lost until it ends, and its late verdict is refused by the fence. What waits in
 * hand for too long behind such handlers, or behind slow ones, is given back.
 */
@Startup
@Singleton
public class Timeouts {

    /** How often the clock is looked at while something is in hand; a timeout is exact to this. */
    private static final Duration RESOLUTION = Duration.ofMillis(100);

    /** Else it only shows that it is alive. */
    private static final Duration REST = Duration.ofSeconds(10);

    /** Time that an interrupted handler gets to clean up before it is given up. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** A commit that takes longer than this waits for a connection that is dead; its task is left to its lease. */
    private static final Duration COMMIT = Duration.ofMinutes(1);

    /** What waits is given back after a second; counted in rounds, so that a pause of the whole process gives back nothing. */
    private static final int ROUNDS_OF_WAITING = 10;

    private final WorkerPool pool;
    private final TaskEvents events;
    private final Ticker ticker;
    private final Loop loop;
    private final ArrayDeque<Long> rounds = new ArrayDeque<>();

    Timeouts(WorkerPool pool, TaskEvents events, Ticker ticker, Loops loops) {
        this.pool = pool;
        this.events = events;
        this.ticker = ticker;
        this.loop = loops.vital("timeouts", REST, this::round);
        pool.whenTaken(() -> loop.within(RESOLUTION));
    }

    /** The next one is asked for first, so that one that fails puts off nothing. */
    private void round() {
        if (pool.size() > 0) {
            loop.within(RESOLUTION);
        }
        enforceOnce();
    }

    /** Looks at everything in hand once. */
    public void enforceOnce() {
        pool.inHand().forEach(this::enforce);
        pool.startWaiting();
        releaseWaiting();
    }

    private void enforce(HeldTask task) {
        if (task.isRunning()) {
            enforceTimeout(task);
        } else if (task.isStuckInCommit(COMMIT) && pool.leave(task)) {
            events.fire(abandoned(task));
        }
    }

    private void enforceTimeout(HeldTask task) {
        Duration over = task.ran().minus(task.timeout());
        if (over.isNegative()) {
            return;
        }
        task.stop(HeldTask.Stop.TIMED_OUT);
        if (over.compareTo(GRACE) > 0 && pool.abandon(task, Endings.ofStop(task, HeldTask.Stop.TIMED_OUT))) {
            events.fire(abandoned(task));
        }
    }

    private static TaskEvent abandoned(HeldTask task) {
        return new TaskEvent.Abandoned(task.id(), task.queue(), task.type(), task.attempt());
    }

    private void releaseWaiting() {
        rounds.addLast(ticker.nanos());
        if (rounds.size() > ROUNDS_OF_WAITING) {
            pool.releaseWaitingSince(rounds.removeFirst());
        }
    }
}
