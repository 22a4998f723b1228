package io.github.rowmill.feature.beat;

import io.github.rowmill.node.DrainTime;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.time.Duration;

/**
 * Reports every ten seconds that this node is alive, and what it does. Reports at once when the node begins to
 * stop and when it has stopped. Also finds nodes that have become silent.
 */
@Singleton
public class Heartbeat {

    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Number of beats between two deletions of old nodes: about one hour. */
    private static final int BEATS_PER_TRIM = 360;

    /** Runs after the engine has ended its work, and after the application's shutdown observers. */
    private static final int LAST = Interceptor.Priority.APPLICATION + 1_001;

    private final HeartbeatRows beats;
    private final ThisNode self;
    private final NodeState node;
    private final TaskEvents events;
    private final Loop loop;
    private boolean hasBeaten;
    private int count;
    private volatile boolean ends;

    Heartbeat(HeartbeatRows beats, ThisNode self, NodeState node, TaskEvents events, Loops loops) {
        this.beats = beats;
        this.self = self;
        this.node = node;
        this.events = events;
        this.loop = loops.regular("beat", PAUSE, this::round);
        node.whenClosed(loop::wake);
    }

    /**
     * Does nothing. The observer makes the container create this bean, so that its loop exists before the loops
     * are started.
     */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}

    void start(@Observes @Priority(NodeState.OPENED) StartupEvent start) {
        loop.wake();
    }

    /**
     * Runs a last round, which marks this node as stopped. If the database is unreachable, the other nodes see
     * this node as lost.
     */
    void stop(@Observes @Priority(LAST) ShutdownEvent stopping, DrainTime time) throws InterruptedException {
        ends = true;
        loop.wake();
        loop.finish(time.forLastWords());
    }

    private void round() {
        if (node.isVisitor() || !self.hasSomethingToSay()) {
            return;
        }
        if (ends) {
            beats.stop(self.beat());
        } else {
            beatOnce();
        }
    }

    /** Writes a beat, and fires an event for each node that this node is the first to find silent. */
    public void beatOnce() {
        beats.beat(self.beat(), !hasBeaten).forEach(events::fire);
        hasBeaten = true;
        if (count++ % BEATS_PER_TRIM == 0) {
            beats.trim();
        }
    }
}
