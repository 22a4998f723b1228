package io.github.rowmill.engine.wake;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.loop.Loop;
import io.github.rowmill.node.loop.Loops;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Answers notifications of other nodes by a round of claiming, with a backoff for when many nodes are idle. A
 * single round answers all notifications that arrive before it.
 */
@Singleton
class RemoteWakeUps {

    private final Claimer claimer;
    private final WorkerPool pool;
    private final NodeState node;
    private final WakeBackoff backoff;
    private final Loop loop;
    private final PendingQueues told = new PendingQueues();

    RemoteWakeUps(Claimer claimer, WorkerPool pool, RowmillConfig config, NodeState node, Loops loops) {
        this.claimer = claimer;
        this.pool = pool;
        this.node = node;
        this.backoff = new WakeBackoff(config.pollInterval(), new Random());
        this.loop = loops.woken("answer", this::claim);
    }

    /** Accepts a notification that a queue holds due tasks. The text may be anything. */
    void hear(String queue) {
        if ((queue.equals(PendingQueues.ALL) || claimer.worksOn(queue)) && told.add(queue)) {
            loop.wake(backoff.delay());
        }
    }

    /** Looks at all queues at once, after a time in which no notification could arrive. */
    void catchUp() {
        told.add(PendingQueues.ALL);
        loop.wake(Duration.ZERO);
    }

    void onClaimed(@Observes TaskEvent.Claimed claimed) {
        if (claimed.count() > 0) {
            backoff.found();
        }
    }

    private void claim() {
        Set<String> queues = new HashSet<>(told.take());
        if (!node.isOpen()) {
            return;
        }
        boolean all = queues.remove(PendingQueues.ALL);
        // A queue without room on this node is left to other nodes, or to the next poll.
        queues.removeIf(queue -> pool.room(queue) == 0);
        if (all || !queues.isEmpty()) {
            int claimed = all ? claimer.claimOnce() : claimer.claimFrom(queues);
            if (claimed == 0) {
                backoff.missed();
            }
        }
    }
}
