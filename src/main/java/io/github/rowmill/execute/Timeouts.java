package io.github.rowmill.execute;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskEvents;
import io.github.rowmill.clock.Loop;
import io.github.rowmill.clock.Pulse;
import io.github.rowmill.clock.Ticker;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Interrupts handlers that take longer than they may. One that does not end even so is settled in its stead, so that the
 * task is tried again; its thread stays lost until it ends, and its late verdict is refused by the fence.
 */
@Singleton
public class Timeouts {

    /** How often the clock is looked at; a timeout is exact to this. */
    private static final Duration RESOLUTION = Duration.ofMillis(100);

    /** Time that an interrupted handler gets to clean up before it is given up. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final WorkerPool pool;
    private final TaskEvents events;
    private final Loop loop;

    Timeouts(WorkerPool pool, TaskEvents events, Ticker ticker) {
        this.pool = pool;
        this.events = events;
        this.loop = new Loop("timeouts", this::enforceOnce, events::roundFailed, ticker);
    }

    @Startup
    void start() {
        loop.start(RESOLUTION);
    }

    /** Looks at every running handler once. */
    public void enforceOnce() {
        pool.inHand().stream().filter(InHand::isRunning).forEach(this::enforce);
    }

    private void enforce(InHand task) {
        Duration over = task.ran().minus(task.timeout());
        if (over.isNegative()) {
            return;
        }
        task.stop(InHand.Stop.TIMED_OUT);
        if (over.compareTo(GRACE) > 0 && pool.settleFor(task, TaskRunner.outcomeOf(InHand.Stop.TIMED_OUT, task))) {
            events.fire(new TaskEvent.Abandoned(task.id(), task.queue(), task.type(), task.attempt()));
        }
    }

    /** The sign of life of the watching thread. */
    public Pulse pulse() {
        return loop.pulse();
    }

    @PreDestroy
    void stop() {
        loop.stop();
    }
}
