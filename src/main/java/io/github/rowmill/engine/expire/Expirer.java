package io.github.rowmill.engine.expire;

import io.github.rowmill.node.Loop;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Ends tasks that have not started in time, whether any node handles them or not. Every node does, and none waits for another. */
@Startup
@Singleton
public class Expirer {

    /** What is late by then is known before, but for what is enqueued meanwhile: it is only the record that waits, as no claim takes such a task. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Rows of one short transaction. */
    private static final int BATCH = 500;

    private final Expirations expirations;
    private final TaskEvents events;
    private final NodeState node;
    private final Loop loop;

    Expirer(Expirations expirations, TaskEvents events, NodeState node, Loops loops) {
        this.expirations = expirations;
        this.events = events;
        this.node = node;
        this.loop = loops.regular("expire", PAUSE, this::round);
    }

    private void round() {
        if (node.isOpen()) {
            expirations.untilNext(PAUSE).ifPresent(until -> loop.whenDue(until, this::expireOnce));
        }
    }

    /** Ends all that may not start any more by now; returns how many. */
    public int expireOnce() {
        return expirations.expire(BATCH, events::fire, why -> events.roundFailed("expire", why));
    }
}
