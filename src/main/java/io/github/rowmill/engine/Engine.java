package io.github.rowmill.engine;

import io.github.rowmill.config.ConfigChecks;
import io.github.rowmill.db.schema.Migrations;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.execute.Drain;
import io.github.rowmill.engine.execute.Needs;
import io.github.rowmill.engine.wake.Listener;
import io.github.rowmill.engine.wake.Notifier;
import io.github.rowmill.node.DrainTime;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.payload.startup.PayloadChecks;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

/**
 * Starts and stops the engine on this node, in a fixed order around the application's own startup and shutdown
 * observers.
 */
@Singleton
class Engine {

    /** Runs before every observer of the application, whatever its priority. */
    private static final int FIRST = Integer.MIN_VALUE;

    /** Runs after the application's observers without a priority, which may still enqueue tasks. */
    private static final int LAST = Interceptor.Priority.APPLICATION + 1_000;

    /**
     * Checks the configuration, the schema and the payload types. An error prevents the start: the platform
     * restarts the node, and an operator sees the reason.
     */
    void prepare(
            @Observes @Priority(NodeState.PREPARES) StartupEvent start,
            NodeState node,
            ConfigChecks settings,
            Needs needs,
            Migrations migrations,
            PayloadChecks payloads) {
        settings.check(needs.problems());
        if (!node.isVisitor()) {
            migrations.migrate();
        }
        payloads.check();
    }

    /**
     * Opens the node and starts its loops. The first round of claims runs at the end of the start. The first tick
     * of the scheduler comes before the node is open, and the second tick one interval later.
     */
    void start(
            @Observes @Priority(NodeState.OPENS) StartupEvent start,
            NodeState node,
            Loops loops,
            Listener listener,
            Claimer claimer) {
        if (node.isVisitor()) {
            return;
        }
        node.open();
        loops.start();
        listener.start();
        claimer.tick();
    }

    /** Stops claiming, then drains the tasks of this node. A handler that still runs finds its resources open. */
    void stop(@Observes @Priority(FIRST) ShutdownEvent stopping, DrainTime time, Claimer claimer, Drain drain)
            throws InterruptedException {
        time.begin();
        claimer.stop(time.forHandlers());
        drain.drain();
    }

    void finish(@Observes @Priority(LAST) ShutdownEvent stopping, NodeState node, DrainTime time, Notifier notifier)
            throws InterruptedException {
        notifier.finish(node, time.forLastWords());
    }

    /** Stops the loops after the last notifications of the node, and before the connection pools are closed. */
    void end(@Observes @Priority(LAST + 2) ShutdownEvent stopping, Loops loops) {
        loops.stop();
    }
}
