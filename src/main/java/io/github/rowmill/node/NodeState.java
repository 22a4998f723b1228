package io.github.rowmill.node;

import io.github.rowmill.config.RowmillConfig;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Whether this node works by itself: from the end of the start on, unless {@code rowmill.enabled} is false, until it begins to stop; and whether it is a node at all. */
@Singleton
public class NodeState {

    /**
     * The place among the observers of the start of whatever may refuse it: before the scheduler starts to tick, so that no
     * tick meets a container that is going down.
     */
    public static final int PREPARES = -300;

    /** The place of its opening: after everything of the application that prepares it. */
    public static final int OPENS = 10_000;

    /** The place of what comes right after that. */
    public static final int OPENED = OPENS + 1;

    /**
     * Set before the start of an application that is there for a command alone: it makes no tables, declares nothing, and
     * is not opened at its start. No setting, and so not under {@code rowmill.}, where every property must be one.
     */
    public static final String VISITOR = "io.github.rowmill.visitor";

    private final boolean visitor;
    private final boolean enabled;
    private final List<Runnable> whenClosed = new CopyOnWriteArrayList<>();
    private volatile boolean started;
    private volatile boolean closed;

    NodeState(RowmillConfig config, @ConfigProperty(name = VISITOR, defaultValue = "false") boolean visitor) {
        this.visitor = visitor;
        this.enabled = config.enabled();
    }

    /** Whether this is no node, but an application that is there for a command alone. */
    public boolean isVisitor() {
        return visitor;
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

    /** Has {@code listener} run, which neither waits nor throws, when the node begins to stop. */
    public void whenClosed(Runnable listener) {
        whenClosed.add(listener);
    }

    /** Ends all rounds but those under way. */
    public void close() {
        closed = true;
        whenClosed.forEach(Runnable::run);
    }
}
