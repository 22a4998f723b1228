package io.github.rowmill.engine.execute;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.hold.Stop;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * Interrupts handlers that exceed their maximum time. If a handler still does not end, its attempt is settled in
 * its place, so that the task is tried again. Its worker is lost until the handler ends, and the fence refuses its
 * late verdict. Tasks that wait on this node for too long behind such handlers, or behind slow ones, are given
 * back.
 */
@Startup
@Singleton
public class Timeouts {

    /** Time between two checks while this node holds tasks. It is the precision of a timeout. */
    private static final Duration RESOLUTION = Duration.ofMillis(100);

    /** Time between two rounds while this node holds no task. These rounds only give a sign of life. */
    private static final Duration REST = Duration.ofSeconds(10);

    /** Time that an interrupted handler gets to clean up before its attempt is settled in its place. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Longest time for a commit. A longer one waits for a dead connection, and its task is left to its lease. */
    private static final Duration COMMIT = Duration.ofMinutes(1);

    /**
     * Number of rounds after which waiting tasks are given back: one second. Rounds are counted, so that a pause
     * of the whole process gives back nothing.
     */
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

    /** Schedules the next round first, so that a failed round delays nothing. */
    private void round() {
        if (pool.size() > 0) {
            loop.within(RESOLUTION);
        }
        enforceOnce();
    }

    /** Checks every held task once. */
    public void enforceOnce() {
        pool.held().forEach(this::enforce);
        pool.startWaiting();
        releaseWaiting();
    }

    private void enforce(HeldTask task) {
        if (task.isRunning()) {
            enforceTimeout(task);
        } else if (task.isStuckInCommit(COMMIT)) {
            pool.leave(task).forEach(one -> events.fire(abandoned(one)));
        }
    }

    private void enforceTimeout(HeldTask task) {
        Duration over = task.ran().minus(task.timeout());
        if (over.isNegative()) {
            return;
        }
        task.stop(Stop.TIMED_OUT);
        if (over.compareTo(GRACE) > 0 && pool.abandon(task, Endings.ofStop(task, Stop.TIMED_OUT))) {
            events.fire(abandoned(task));
        }
    }

    private static TaskEvent abandoned(HeldTask task) {
        return new TaskEvent.Abandoned(
                task.id(), task.queue(), task.type(), task.task().attempt());
    }

    private void releaseWaiting() {
        rounds.addLast(ticker.nanos());
        if (rounds.size() > ROUNDS_OF_WAITING) {
            pool.releaseWaitingSince(rounds.removeFirst());
        }
    }
}
