package io.github.rowmill.engine;

import io.github.rowmill.config.ConfigChecks;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.execute.Drain;
import io.github.rowmill.engine.execute.Needs;
import io.github.rowmill.engine.store.schema.Migrations;
import io.github.rowmill.engine.wake.Listener;
import io.github.rowmill.engine.wake.Notifier;
import io.github.rowmill.node.DrainTime;
import io.github.rowmill.node.Loops;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.payload.startup.PayloadChecks;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

/** What starts on this node, and what stops, in this order, around the application's own observers of its start and end. */
@Singleton
class Engine {

    /** Before any observer of the application, whatever priority it asks for. */
    private static final int FIRST = Integer.MIN_VALUE;

    /** Behind the observers of the application that ask for no priority, and may enqueue. */
    private static final int LAST = Interceptor.Priority.APPLICATION + 1_000;

    /** What is wrong refuses the start: the platform starts the node again, and an operator sees why. */
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

    /** The first round is the end of the start: the scheduler's first tick came too soon, and its second is an interval away. */
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

    /** No more claims, then the hand is emptied: a handler that still runs finds open what it works with. */
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

    /** Stops the loops after the last words of the node, and before their pools of connections are closed. */
    void end(@Observes @Priority(LAST + 2) ShutdownEvent stopping, Loops loops) {
        loops.stop();
    }
}
