package io.github.rowmill.node;

import io.github.rowmill.config.RowmillConfig;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * State of this node. It works by itself from the end of its start until it begins to stop, unless
 * {@code rowmill.enabled} is false. The class also reports whether this application is a node at all.
 */
@Singleton
public class NodeState {

    /**
     * Priority of the start observers that may refuse the start. They come before the scheduler ticks, so that no
     * tick meets a container that shuts down.
     */
    public static final int PREPARES = -300;

    /** Priority of opening the node: after all observers of the application that prepare it. */
    public static final int OPENS = 10_000;

    /** Priority of observers that come right after the opening. */
    public static final int OPENED = OPENS + 1;

    /**
     * Property set before the start of an application that only runs a command. The application then makes no
     * tables, declares nothing, and is not opened at its start. It is not a setting, so it is not under
     * {@code rowmill.}, where every property must be one.
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

    /** Returns whether this is no node, but an application that only runs a command. */
    public boolean isVisitor() {
        return visitor;
    }

    /** Lets the loops run their rounds. */
    public void open() {
        started = true;
    }

    /** Returns whether the loops may run their rounds. */
    public boolean isOpen() {
        return enabled && started && !closed;
    }

    /** Returns whether the start has been prepared: the schema exists and the configuration is checked. */
    public boolean hasStarted() {
        return started;
    }

    /** Returns whether the node has begun to stop. */
    public boolean isClosed() {
        return closed;
    }

    /** Registers {@code listener} to run when the node begins to stop. It must neither wait nor throw. */
    public void whenClosed(Runnable listener) {
        whenClosed.add(listener);
    }

    /** Ends all rounds except those that run now. */
    public void close() {
        closed = true;
        whenClosed.forEach(Runnable::run);
    }
}
