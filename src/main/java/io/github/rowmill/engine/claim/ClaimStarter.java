package io.github.rowmill.engine.claim;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.ClaimLimits;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.engine.store.claim.Group;
import io.github.rowmill.engine.store.claim.Plan;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

/** Claims tasks in a transaction of its own, and starts them. */
@Singleton
class ClaimStarter {

    /** A plan that finds nothing, because no task has a negative number of crashes. */
    private static final Plan NOTHING = new Plan("", List.of(new Group("", 0, -1)));

    private final Claimant claimant;
    private final Claims claims;
    private final WorkerPool pool;
    private final LostClaims lost;
    private final TaskEvents events;
    private final Ticker ticker;

    ClaimStarter(Claimant claimant, Claims claims, WorkerPool pool, LostClaims lost, TaskEvents events, Ticker ticker) {
        this.claimant = claimant;
        this.claims = claims;
        this.pool = pool;
        this.lost = lost;
        this.events = events;
        this.ticker = ticker;
    }

    /** Claims the tasks of a plan. */
    Claims.Taken take(Plan plan, ClaimLimits most) {
        return take(() -> claims.claim(claimant, plan, most), (taken, sentAt) -> {
            int count = taken.tasks().size();
            boolean leavesSome = count > 0 && (taken.full() || taken.passedOver());
            start(plan.queue(), leavesSome ? count : most.toFind(), taken.tasks(), sentAt);
        });
    }

    /** Claims one task in quarantine. The caller makes sure that this node holds no other task. */
    Claims.Taken takeQuarantined(Set<String> queues, Set<String> types) {
        return take(
                () -> claims.claimQuarantined(claimant, queues, types),
                (taken, sentAt) -> taken.tasks().forEach(one -> start(one.queue(), 1, taken.tasks(), sentAt)));
    }

    /** Makes a claim that finds nothing. */
    void rehearse() {
        claims.claim(claimant, NOTHING, new ClaimLimits(1, 1, 1, 1));
    }

    private Claims.Taken take(Supplier<Claims.Taken> statement, ObjLongConsumer<Claims.Taken> start) {
        long sentAt = ticker.nanos();
        try (LostClaims.Claim claim = lost.begin()) {
            Claims.Taken taken = statement.get();
            announce(taken);
            start.accept(taken, sentAt);
            claim.answered();
            return taken;
        }
    }

    /**
     * Fires events for rows that could not be claimed. They do not count as a failure of the claim, because the
     * other rows are claimed.
     */
    private void announce(Claims.Taken taken) {
        taken.aside().forEach(row -> events.fire(new TaskEvent.SetAside(row.id(), row.queue(), row.type(), row.why())));
        events.watchedEnded(taken.aside().stream()
                .filter(row -> row.watched())
                .map(row -> row.id())
                .toList());
        Throwable refusal = taken.refusal();
        if (refusal != null) {
            events.roundFailed("claim", refusal);
        }
    }

    private void start(String queue, int wanted, List<Claimed> tasks, long sentAt) {
        events.fire(new TaskEvent.Claimed(queue, wanted, tasks.size(), ticker.since(sentAt)));
        pool.start(tasks, sentAt);
    }
}
