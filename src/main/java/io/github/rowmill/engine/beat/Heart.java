package io.github.rowmill.engine.beat;

import io.github.rowmill.node.DrainTime;
import io.github.rowmill.node.Loop;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Says every ten seconds that this node is there and what it does, and at once when it begins to stop and when it has
 * stopped; finds those that say nothing any more.
 */
@Singleton
public class Heart {

    /** How soon a change is said; only a beat is a statement. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** Once an hour nodes that are gone for good are forgotten. */
    private static final int BEATS_PER_TRIM = 360;

    /** Behind the end of the engine's work, and of the application's observers of its end. */
    private static final int LAST = Interceptor.Priority.APPLICATION + 1_001;

    private final Beats beats;
    private final ThisNode self;
    private final NodeState node;
    private final TaskEvents events;
    private final Ticker ticker;
    private final Loop loop;
    private @Nullable Beat last;
    private @Nullable Long tried;
    private int count;
    private volatile boolean ends;

    Heart(Beats beats, ThisNode self, NodeState node, TaskEvents events, Ticker ticker, Loops loops) {
        this.beats = beats;
        this.self = self;
        this.node = node;
        this.events = events;
        this.ticker = ticker;
        this.loop = loops.regular("beat", LOOK, this::round);
    }

    /** It is named to be made, and known to whoever starts the loops. */
    void prepare(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {}

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
        } else if (isDue()) {
            beatOnce();
        }
    }

    private boolean isDue() {
        boolean hasChanged = last != null && last.draining() != node.isClosed();
        return hasChanged || tried == null || ticker.since(tried).compareTo(PAUSE) >= 0;
    }

    /** Says what there is to say, and tells of nodes that this one is the first to find silent. */
    public void beatOnce() {
        Beat beat = self.beat();
        boolean isFirst = last == null;
        tried = ticker.nanos();
        beats.beat(beat, isFirst).forEach(events::fire);
        last = beat;
        if (count++ % BEATS_PER_TRIM == 0) {
            beats.trim();
        }
    }
}
