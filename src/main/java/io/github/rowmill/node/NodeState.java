package io.github.rowmill.node;

import io.github.rowmill.config.RowmillConfig;
import jakarta.inject.Singleton;

/** Whether this node works by itself: from the end of the start on, unless {@code rowmill.enabled} is false, until it begins to stop. */
@Singleton
public class NodeState {

    /**
     * The place among the observers of the start of whatever may refuse it: before the scheduler starts to tick, so that no
     * tick meets a container that is going down.
     */
    public static final int PREPARES = -300;

    /** The place of its opening: after everything of the application that prepares it. */
    public static final int OPENS = 10_000;

    private final boolean enabled;
    private volatile boolean started;
    private volatile boolean closed;

    NodeState(RowmillConfig config) {
        this.enabled = config.enabled();
    }

    /** Lets the loops do their rounds. */
    public void open() {
        started = true;
    }

    /** Whether the loops may do their rounds. */
    public boolean isOpen() {
        return enabled && started && !closed;
    }

    /** Whether the start has been prepared: the schema is there, the configuration checked. */
    public boolean hasStarted() {
        return started;
    }

    /** Whether the node has begun to stop. */
    public boolean isClosed() {
        return closed;
    }

    /** Ends all rounds but those under way. */
    public void close() {
        closed = true;
    }
}
