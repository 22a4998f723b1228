package io.github.rowmill.engine.sweep;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.store.end.Expirations;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends tasks that have not started in time, even if no node handles their type. Every node does this, and none
 * waits for another.
 */
@Startup
@Singleton
public class Expirer {

    /**
     * Pause between two rounds. A round sees all deadlines up to the next round, except those of tasks that are
     * enqueued meanwhile. The rows of these tasks are ended a little later. No claim takes a task whose deadline
     * has passed.
     */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Number of rows in one short transaction. */
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

    /** Ends all tasks whose deadline has passed before they started, and returns their number. */
    public int expireOnce() {
        List<Long> watched = new ArrayList<>();
        int expired =
                expirations.expire(BATCH, one -> announce(one, watched), why -> events.roundFailed("expire", why));
        events.watchedEnded(watched);
        return expired;
    }

    private void announce(Expirations.Expired task, List<Long> watched) {
        events.fire(new TaskEvent.Expired(task.id(), task.queue(), task.type()));
        if (task.watched()) {
            watched.add(task.id());
        }
    }
}
