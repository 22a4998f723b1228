package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.claim.Target.Basis;
import io.github.rowmill.engine.execute.Demand;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.claim.Admission;
import io.github.rowmill.engine.store.claim.ClaimLimits;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.engine.store.claim.Group;
import io.github.rowmill.engine.store.claim.Plan;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Position;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One claim: as many tasks as there is room for, straight into the worker pool. A look shows which types and priorities of
 * the queue hold something due, and the claim goes there. In a flood, claims go on along the last look; a queue that only
 * ever shows one type and priority is looked at after the claim.
 */
@Singleton
class QueueClaim {

    private final DueQueues due;
    private final Intake intake;
    private final WorkerPool pool;
    private final Handlers handlers;
    private final ScarceTypes scarce;
    private final Ticker ticker;
    private final Cursors cursors;
    private final SeenGroups seen = new SeenGroups();
    private final ClaimSizes sizes = new ClaimSizes(Runtime.getRuntime().maxMemory());

    QueueClaim(DueQueues due, Intake intake, WorkerPool pool, Handlers handlers, ScarceTypes scarce, Ticker ticker) {
        this.due = due;
        this.intake = intake;
        this.pool = pool;
        this.handlers = handlers;
        this.scarce = scarce;
        this.ticker = ticker;
        this.cursors = new Cursors(ticker);
    }

    /**
     * What a claim got.
     *
     * @param mayHaveMore there was no room, or the claim came back full
     * @param passedOver tasks of scarce types may have been left behind
     */
    record Result(int count, boolean mayHaveMore, boolean passedOver, Admission.Next next) {

        private static final Result NO_ROOM = new Result(0, true, false, Admission.Next.OPEN);

        private Result after(Result before) {
            return new Result(before.count + count, mayHaveMore, before.passedOver || passedOver, next);
        }

        /** Whether another claim is worth it at once. */
        boolean goesOn() {
            return (mayHaveMore || passedOver) && (count > 0 || next.atOnce());
        }
    }

    /** Which queues hold something due that this node runs. {@code progress} is run now and then. */
    DueQueues.Queues queues(Runnable progress) {
        return handlers.claimable().isEmpty()
                ? new DueQueues.Queues(Map.of(), Set.of())
                : due.read(handlers.claimable(), progress);
    }

    /** Makes a claim that finds nothing, so that the first one that is to find something need not load its query. */
    void rehearse() {
        intake.rehearse();
    }

    boolean hasRoomFor(String queue, String type, int count) {
        int connections = pool.demand(type, count).connections();
        return pool.room(queue) >= count && pool.connections().free() >= connections;
    }

    boolean handles(String type) {
        return handlers.claimable().contains(type);
    }

    /** Those of which few tasks may start. */
    ScarceTypes scarce() {
        return scarce;
    }

    /** Types that this node claims. */
    Set<String> types() {
        return handlers.claimable();
    }

    int weight(String queue) {
        return due.preference(queue).weight();
    }

    /**
     * Claims of one queue its share of what there is room for, and starts it.
     *
     * @param shown what a look at the queue has shown just now; null: nobody has looked
     */
    Result claim(RoundOrder.Turn turn, @Nullable List<Group> shown) {
        String queue = turn.queue();
        Room room = room(turn);
        if (room.found() == 0) {
            return Result.NO_ROOM;
        }
        boolean failed = true;
        try {
            Target target = target(queue, shown);
            Result result = noted(target, take(target.plan(), room, turn));
            if (target.basis() != Basis.LOOK && !result.mayHaveMore()) {
                Target rest = lookBeside(target);
                result = noted(rest, take(rest.plan(), room.less(result.count()), turn))
                        .after(result);
            }
            failed = false;
            return result;
        } finally {
            if (failed) {
                sizes.failed(queue, room.found());
            }
        }
    }

    /** Notes how long a pass over all queues took. */
    void passTook(Duration time) {
        pool.passTook(time);
    }

    /** Keeps what tasks need; see {@link WorkerPool#promise}. */
    int promise(String queue, Demand demand) {
        return pool.promise(queue, demand);
    }

    /** None while large payloads fill half of what the hand may hold: a claim would be small. But a queue of which nothing waits gets its one. */
    private Room room(RoundOrder.Turn turn) {
        String queue = turn.queue();
        int room = handlers.claimable().isEmpty() ? 0 : turn.of(pool.room(queue));
        long bytes = pool.bytesInHand();
        boolean small = sizes.isHalfFull(bytes) && pool.hasWaiting(queue);
        return room == 0 || small ? new Room(0, 0) : new Room(sizes.of(queue, room, bytes), room);
    }

    /** How many tasks to look for, and how many to take of those and of others that the rules of the queue know of. */
    private record Room(int found, int tasks) {

        private Room less(int taken) {
            return new Room(Math.max(0, found - taken), tasks - taken);
        }
    }

    private Target target(String queue, @Nullable List<Group> shown) {
        boolean mayGoAlong = due.preference(queue).mayGoAlong();
        Optional<Position> cursor = cursors.of(queue);
        if (cursor.isPresent() && mayGoAlong) {
            return new Target(Basis.CURSOR, new Plan(queue, seen.last(queue), cursor.get()), ticker.nanos());
        }
        if (shown != null) {
            seen.shown(queue, shown);
            return new Target(Basis.LOOK, due.plan(queue, shown), ticker.nanos());
        }
        List<Group> alone = seen.alone(queue);
        boolean mayLookLater = mayGoAlong && !alone.isEmpty() && !cursors.has(queue);
        return mayLookLater ? new Target(Basis.HABIT, new Plan(queue, alone), ticker.nanos()) : look(queue, List.of());
    }

    private Target lookBeside(Target done) {
        Plan plan = done.plan();
        return look(plan.queue(), done.basis() == Basis.HABIT ? plan.groups() : List.of());
    }

    private Target look(String queue, List<Group> known) {
        long since = ticker.nanos();
        List<Group> groups = new ArrayList<>(due.groups(queue, handlers.claimable()));
        seen.shown(queue, groups);
        groups.removeAll(known);
        return new Target(Basis.LOOK, due.plan(queue, groups), since);
    }

    private Result noted(Target target, Claims.Taken taken) {
        String queue = target.plan().queue();
        List<Claimed> tasks = taken.tasks();
        boolean isInOrder = target.plan().isInOrder() && !taken.next().inTurns();
        boolean isCutShort = taken.full() && !tasks.isEmpty() && isInOrder && !taken.passedOver();
        if (!isCutShort) {
            cursors.forget(queue);
        } else if (target.basis() == Basis.CURSOR) {
            cursors.wentOn(queue, tasks);
        } else {
            cursors.lookedAtHead(
                    queue, tasks, target.basis() == Basis.HABIT ? Duration.ZERO : ticker.since(target.since()));
        }
        Admission.Next next = taken.next();
        if (next.heldBack() || next.inTurns()) {
            // the end of one of these makes room for others
            boolean mayHaveMore = next.atOnce() || (next.heldBack() && pool.holds(queue));
            return new Result(tasks.size(), mayHaveMore, taken.passedOver(), next);
        }
        boolean isFull = target.basis() == Basis.LOOK ? taken.full() : isCutShort;
        return new Result(tasks.size(), isFull, taken.passedOver(), next);
    }

    private Claims.Taken take(Plan wanted, Room room, RoundOrder.Turn turn) {
        ClaimLimits.Scarce few = scarce.of(turn);
        Plan plan = wanted.without(few);
        boolean isPassedOver = plan != wanted;
        if (plan.groups().isEmpty() && !due.mayHaveWaiting(plan.queue())) {
            return Claims.Taken.NOTHING.passingOver(isPassedOver);
        }
        long bytes = sizes.bytesLeft(pool.bytesInHand());
        int recovered = pool.roomForRecovered(plan.queue());
        ClaimLimits most = new ClaimLimits(room.found(), room.tasks(), recovered, bytes, few);
        Claims.Taken taken = intake.take(plan, most).passingOver(isPassedOver);
        int count = taken.tasks().size();
        sizes.succeeded(plan.queue(), room.found(), taken.tasks());
        if (taken.next().heldBack() && count < room.found()) {
            sizes.heldBack(plan.queue(), count);
        }
        return taken;
    }

    /** Claims one task in quarantine; the caller sees to it that nothing else is in hand. */
    boolean claimQuarantined(Set<String> queues) {
        return !handlers.claimable().isEmpty()
                && !intake.takeQuarantined(queues, scarce.startable()).tasks().isEmpty();
    }
}
