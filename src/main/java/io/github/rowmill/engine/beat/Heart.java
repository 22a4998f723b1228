package io.github.rowmill.engine.beat;

import io.github.rowmill.node.DrainTime;
import io.github.rowmill.node.Loop;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.time.Duration;

/**
 * Says every ten seconds that this node is there and what it does, and at once when it begins to stop and when it has
 * stopped; finds those that say nothing any more.
 */
@Singleton
public class Heart {

    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Once an hour nodes that are gone for good are forgotten. */
    private static final int BEATS_PER_TRIM = 360;

    /** Behind the end of the engine's work, and of the application's observers of its end. */
    private static final int LAST = Interceptor.Priority.APPLICATION + 1_001;

    private final Beats beats;
    private final ThisNode self;
    private final NodeState node;
    private final TaskEvents events;
    private final Loop loop;
    private boolean hasBeaten;
    private int count;
    private volatile boolean ends;

    Heart(Beats beats, ThisNode self, NodeState node, TaskEvents events, Loops loops) {
        this.beats = beats;
        this.self = self;
        this.node = node;
        this.events = events;
        this.loop = loops.regular("beat", PAUSE, this::round);
        node.whenClosed(loop::wake);
    }

    /** It is named to be made, and known to whoever starts the loops. */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}

    void start(@Observes @Priority(NodeState.OPENED) StartupEvent start) {
        loop.wake();
    }

    /** The last round says so; where the database is away, the row then says that it is lost. */
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

    /** Says what there is to say, and tells of nodes that this one is the first to find silent. */
    public void beatOnce() {
        beats.beat(self.beat(), !hasBeaten).forEach(events::fire);
        hasBeaten = true;
        if (count++ % BEATS_PER_TRIM == 0) {
            beats.trim();
        }
    }
}
