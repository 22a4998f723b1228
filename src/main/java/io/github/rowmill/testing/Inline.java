package io.github.rowmill.testing;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.NodeState;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Reception;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/** Runs what was made due in the thread that did, while a test wants it. Where no test has asked for the mill, it is not there to hear of it. */
@Singleton
class Inline {

    private final RoundsByHand rounds;
    private final HandlerContext context;
    private final NodeState node;
    private final AtomicBoolean open = new AtomicBoolean();
    private final ReentrantLock turn = new ReentrantLock();

    Inline(RoundsByHand rounds, HandlerContext context, NodeState node) {
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

    /** What a handler enqueues is run by the round that it runs in. */
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
            claimed = rounds.claimHere(() -> {});
        } while (claimed > 0);
        rounds.awaitSettled();
    }
}
