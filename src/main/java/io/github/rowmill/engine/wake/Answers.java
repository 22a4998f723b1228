package io.github.rowmill.engine.wake;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.claim.Claimer;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.node.Gate;
import io.github.rowmill.node.Loop;
import io.github.rowmill.node.Loops;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Answers what other nodes tell by a round of claiming, with the restraint that many idle nodes owe each other. What comes before the round is part of it. */
@Singleton
class Answers {

    private final Claimer claimer;
    private final WorkerPool pool;
    private final Gate gate;
    private final Restraint restraint;
    private final Loop loop;
    private final Names told = new Names();

    Answers(Claimer claimer, WorkerPool pool, RowmillConfig config, Gate gate, Loops loops) {
        this.claimer = claimer;
        this.pool = pool;
        this.gate = gate;
        this.restraint = new Restraint(config.pollInterval(), new Random());
        this.loop = loops.woken("answer", this::claim);
    }

    /** Someone says that a queue holds due tasks. It may be any text at all. */
    void hear(String queue) {
        if ((queue.equals(Names.ALL) || claimer.worksOn(queue)) && told.add(queue)) {
            loop.wake(restraint.delay());
        }
    }

    /** Nobody could be heard for a while: looks at all queues at once. */
    void catchUp() {
        told.add(Names.ALL);
        loop.wake(Duration.ZERO);
    }

    void onClaimed(@Observes TaskEvent.Claimed claimed) {
        if (claimed.count() > 0) {
            restraint.found();
        }
    }

    private void claim() {
        Set<String> queues = new HashSet<>(told.take());
        if (!gate.isOpen()) {
            return;
        }
        boolean all = queues.remove(Names.ALL);
        // A queue there is no room for is left to other nodes, or to the next poll.
        queues.removeIf(queue -> pool.room(queue) == 0);
        if (all || !queues.isEmpty()) {
            int claimed = all ? claimer.claimOnce() : claimer.claimSoon(queues);
            if (claimed == 0) {
                restraint.missed();
            }
        }
    }
}
