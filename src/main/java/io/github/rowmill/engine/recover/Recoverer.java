package io.github.rowmill.engine.recover;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.Recoveries;
import io.github.rowmill.node.Loop;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/** Recovers tasks whose lease has expired. Every node does, and none waits for another. */
@Startup
@Singleton
public class Recoverer {

    /** What expires by then is known before: a lease that is shorter and new waits for the next look. A dead node's tasks are to be claimed again within lease + poll + 5 s. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** Recoveries of one statement. */
    private static final int BATCH = 500;

    private final Recoveries recoveries;
    private final TaskEvents events;
    private final RowmillConfig config;
    private final NodeState node;
    private final Loop loop;

    Recoverer(Recoveries recoveries, TaskEvents events, RowmillConfig config, NodeState node, Loops loops) {
        this.recoveries = recoveries;
        this.events = events;
        this.config = config;
        this.node = node;
        this.loop = loops.vital("recover", PAUSE, this::round);
    }

    private void round() {
        if (node.isOpen()) {
            recoveries.untilNext(PAUSE).ifPresent(until -> loop.whenDue(until, this::recoverOnce));
        }
    }

    /** Recovers all that has expired by now; returns how many. */
    public int recoverOnce() {
        int recovered = 0;
        List<Recoveries.Recovered> some;
        do {
            some = recoveries.recover(BATCH, config.maxCrashes(), why -> events.roundFailed("recover", why));
            some.forEach(this::announce);
            recovered += some.size();
        } while (some.size() == BATCH);
        return recovered;
    }

    private void announce(Recoveries.Recovered task) {
        events.fire(new TaskEvent.Recovered(task.id(), task.queue(), task.type(), task.crashes(), task.status()));
    }
}
