package io.github.rowmill.engine.recover;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.store.Recoveries;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.Pulse;
import io.github.rowmill.node.Rounds;
import io.github.rowmill.node.ScheduledLoop;
import io.github.rowmill.node.TaskEvents;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/** Recovers tasks whose lease has expired. Every node does, and none waits for another. */
@Singleton
public class Recoverer implements ScheduledLoop {

    private static final int SECONDS = 3;

    /** Recoveries of one statement. */
    private static final int BATCH = 500;

    private final Recoveries recoveries;
    private final TaskEvents events;
    private final RowmillConfig config;
    private final NodeState node;
    private final Rounds rounds;

    Recoverer(Recoveries recoveries, TaskEvents events, RowmillConfig config, NodeState node, Loops loops) {
        this.recoveries = recoveries;
        this.events = events;
        this.config = config;
        this.node = node;
        this.rounds = loops.rounds("recover", Loops.Kind.VITAL);
    }

    /** Every 3 s: a dead node's tasks are to be claimed again within lease + poll + 5 s. */
    @Override
    @Scheduled(identity = "rowmill-recover", every = SECONDS + "s", concurrentExecution = ConcurrentExecution.SKIP)
    public void tick() {
        rounds.onceIf(node.isOpen(), this::recoverOnce);
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

    /** The sign of life of the tick. */
    @Override
    public Pulse pulse() {
        return rounds.pulse();
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(SECONDS);
    }
}
