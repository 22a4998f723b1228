package io.github.rowmill.engine.sweep;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.end.Recoveries;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.Batches;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/** Recovers tasks whose lease has expired. Every node does this, and none waits for another. */
@Startup
@Singleton
public class Recoverer {

    /**
     * Pause between two rounds if the lease is shorter than {@link #MOST_PAUSE}. A round sees all leases that
     * expire before the next round, except new ones that are shorter than the pause. Tasks of a dead node must be
     * claimed again within lease + poll interval + 5 s.
     */
    private static final Duration LEAST_PAUSE = Duration.ofSeconds(5);

    private static final Duration MOST_PAUSE = Duration.ofSeconds(10);

    /** Largest number of recoveries in one statement. */
    private static final int BATCH = 500;

    private final Recoveries recoveries;
    private final TaskEvents events;
    private final RowmillConfig config;
    private final NodeState node;
    private final Duration pause;
    private final Loop loop;

    Recoverer(Recoveries recoveries, TaskEvents events, RowmillConfig config, NodeState node, Loops loops) {
        this.recoveries = recoveries;
        this.events = events;
        this.config = config;
        this.node = node;
        this.pause = pause(config.lease());
        this.loop = loops.vital("recover", pause, this::round);
    }

    private static Duration pause(Duration lease) {
        return lease.compareTo(MOST_PAUSE) >= 0 ? MOST_PAUSE : LEAST_PAUSE;
    }

    private void round() {
        if (node.isOpen()) {
            recoveries.untilNext(pause).ifPresent(until -> loop.whenDue(until, this::recoverOnce));
        }
    }

    /** Recovers all tasks whose lease has expired, and returns their number. */
    public int recoverOnce() {
        return Batches.writeAll(BATCH, this::recover);
    }

    private int recover(int limit) {
        List<Recoveries.Recovered> some =
                recoveries.recover(limit, config.maxCrashes(), why -> events.roundFailed("recover", why));
        some.forEach(this::announce);
        events.watchedEnded(some.stream()
                .filter(Recoveries.Recovered::watched)
                .map(Recoveries.Recovered::id)
                .toList());
        return some.size();
    }

    private void announce(Recoveries.Recovered task) {
        events.fire(new TaskEvent.Recovered(task.id(), task.queue(), task.type(), task.crashes(), task.status()));
    }
}
