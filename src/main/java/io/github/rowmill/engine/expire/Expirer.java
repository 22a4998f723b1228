package io.github.rowmill.engine.expire;

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

/** Ends tasks that have not started in time, whether any node handles them or not. Every node does, and none waits for another. */
@Singleton
public class Expirer implements ScheduledLoop {

    private static final int SECONDS = 5;

    /** Rows of one short transaction. */
    private static final int BATCH = 500;

    private final Expirations expirations;
    private final TaskEvents events;
    private final NodeState node;
    private final Rounds rounds;

    Expirer(Expirations expirations, TaskEvents events, NodeState node, Loops loops) {
        this.expirations = expirations;
        this.events = events;
        this.node = node;
        this.rounds = loops.rounds("expire", Loops.Kind.REGULAR);
    }

    /** Every 5 s: it is only the record that waits for it, as no claim takes such a task. */
    @Override
    @Scheduled(identity = "rowmill-expire", every = SECONDS + "s", concurrentExecution = ConcurrentExecution.SKIP)
    public void tick() {
        rounds.onceIf(node.isOpen(), this::expireOnce);
    }

    /** Ends all that may not start any more by now; returns how many. */
    public int expireOnce() {
        return expirations.expire(BATCH, events::fire, why -> events.roundFailed("expire", why));
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
