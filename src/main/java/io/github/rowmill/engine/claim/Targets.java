package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.claim.Target.Basis;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.Admission;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.engine.store.claim.Group;
import io.github.rowmill.engine.store.claim.Plan;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the target of each claim: groups that a look at the queue shows, or that the last look has shown. Called
 * under the claimer's lock.
 */
final class Targets {

    private final DueQueues due;
    private final Claimant claimant;
    private final Ticker ticker;
    private final Cursors cursors;
    private final SeenGroups seen = new SeenGroups();

    Targets(DueQueues due, Claimant claimant, Ticker ticker) {
        this.due = due;
        this.claimant = claimant;
        this.ticker = ticker;
        this.cursors = new Cursors(ticker);
    }

    /**
     * Returns the target of the next claim of a queue. Looks at the queue if that must come before the claim.
     *
     * @param shown the due tasks that a walk over all queues has just shown; null if there was no walk
     */
    Target next(String queue, DueQueues.@Nullable Due shown) {
        if (shown != null) {
            seen.shown(queue, shown.groups());
            return withoutLook(Basis.SHOWN, due.plan(queue, shown));
        }
        boolean mayGoAlong = due.preference(queue).mayGoAlong();
        Optional<Plan> further = mayGoAlong ? further(queue) : Optional.empty();
        if (further.isPresent()) {
            return withoutLook(Basis.CURSOR, further.get());
        }
        List<Group> alone = seen.alone(queue);
        boolean mayLookLater = mayGoAlong && !alone.isEmpty() && !cursors.has(queue);
        return mayLookLater ? withoutLook(Basis.HABIT, new Plan(queue, alone)) : look(queue, List.of());
    }

    /** Records how long a walk over all queues took, and in which of them it has shown due tasks. */
    void walked(Set<String> queues, Duration took) {
        cursors.walked(queues, took);
    }

    /** Records that tasks of a queue have become due before the place at which the next claim would begin. */
    void expectAtHead(String queue) {
        cursors.expectAtHead(queue);
    }

    /** Returns the plan of a claim that goes on behind the last one; empty to begin at the head. */
    private Optional<Plan> further(String queue) {
        List<Group> groups = seen.last(queue);
        Optional<Plan> behind = cursors.of(queue).map(last -> new Plan(queue, groups, last));
        return behind.or(() -> cursors.since(queue).map(since -> new Plan(queue, groups, since)));
    }

    private Target withoutLook(Basis basis, Plan plan) {
        return new Target(basis, plan, ticker.nanos(), Duration.ZERO);
    }

    /**
     * Returns the time until the look that must follow a claim without one. It is zero if looks are not slow, or if the
     * claim was without some known groups, because they come before its position.
     */
    Duration untilLook(Target done) {
        Plan plan = done.plan();
        int known = seen.last(plan.queue()).size();
        boolean isComplete = known > 0 && plan.groups().size() == known;
        return isComplete ? cursors.untilHead(plan.queue()) : Duration.ZERO;
    }

    /** Looks at the queue after a claim without a look. Returns the target of another claim. */
    Target lookAfter(Target done) {
        Plan plan = done.plan();
        return look(plan.queue(), done.basis() == Basis.HABIT ? plan.groups() : List.of());
    }

    private Target look(String queue, List<Group> known) {
        long since = ticker.nanos();
        DueQueues.Due shown = due.look(queue, claimant.types());
        Duration look = ticker.since(since);
        seen.shown(queue, shown.groups());
        return new Target(Basis.LOOK, due.plan(queue, shown.without(known)), since, look);
    }

    /**
     * Moves the cursor after a claim. The cursor stays only if the claim was in order and passed nothing over. The
     * claim must also be full and have taken some task, or have reached the end of the queue.
     *
     * @return whether the next claim goes on from a full one
     */
    boolean moveCursor(Target target, Claims.Taken taken) {
        Admission.Next next = taken.next();
        boolean isInOrder = target.plan().isInOrder() && !next.inTurns() && !taken.passedOver();
        boolean isCutShort = isInOrder && taken.full() && !taken.tasks().isEmpty();
        boolean isAtEnd = isInOrder && !taken.full() && !next.heldBack();
        if (isCutShort || isAtEnd) {
            moveCursor(target, taken.tasks(), isCutShort);
        } else {
            cursors.forget(target.plan().queue());
        }
        return isCutShort;
    }

    private void moveCursor(Target target, List<Claimed> tasks, boolean isFull) {
        String queue = target.plan().queue();
        Duration took = ticker.since(target.since());
        switch (target.basis()) {
            case CURSOR -> cursors.wentOn(queue, tasks, isFull);
            case HABIT -> cursors.willLookAtHead(queue, tasks, isFull);
            case LOOK -> cursors.lookedAtHead(queue, tasks, isFull, target.look(), took);
            case SHOWN -> cursors.wasShownHead(queue, tasks, isFull, took);
        }
    }
}
