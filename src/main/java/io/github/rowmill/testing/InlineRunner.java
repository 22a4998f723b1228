package io.github.rowmill.testing;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.NodeState;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Reception;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs due tasks in the thread that made them due, while a test has switched this on. The observers are not called
 * unless a test has injected the mill.
 */
@Singleton
class InlineRunner {

    private final ManualRounds rounds;
    private final HandlerContext context;
    private final NodeState node;
    private final AtomicBoolean open = new AtomicBoolean();
    private final ReentrantLock turn = new ReentrantLock();

    InlineRunner(ManualRounds rounds, HandlerContext context, NodeState node) {
        this.rounds = rounds;
        this.context = context;
        this.node = node;
    }

    InlineTasks begin() {
        if (node.isOpen()) {
            throw new IllegalStateException(
                    "this node runs tasks by itself, and would take them from the test: set rowmill.enabled=false");
        }
        if (!open.compareAndSet(false, true)) {
            throw new IllegalStateException("tasks run inline already: close what inline() returned before");
        }
        return () -> open.set(false);
    }

    void onEnqueued(@Observes(notifyObserver = Reception.IF_EXISTS) TaskEvent.Enqueued enqueued) {
        if (enqueued.due()) {
            run();
        }
    }

    void onRetried(@Observes(notifyObserver = Reception.IF_EXISTS) TaskEvent.Retried retried) {
        run();
    }

    void onSignalSent(@Observes(notifyObserver = Reception.IF_EXISTS) TaskEvent.SignalSent sent) {
        run();
    }

    /** Runs tasks. Tasks that a handler enqueues are run by the same round. */
    private void run() {
        if (!open.get() || turn.isHeldByCurrentThread()) {
            return;
        }
        turn.lock();
        try {
            context.run(this::drain);
        } finally {
            turn.unlock();
        }
    }

    private void drain() {
        int claimed;
        do {
            rounds.awaitSettled();
            rounds.deliver();
            claimed = rounds.claimHere(() -> {});
            rounds.look();
        } while (claimed > 0);
        rounds.awaitSettled();
    }
}
