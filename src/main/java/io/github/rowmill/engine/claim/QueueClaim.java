package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.Claimant;
import io.github.rowmill.engine.store.claim.Admission;
import io.github.rowmill.engine.store.claim.ClaimLimits;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.engine.store.claim.Plan;
import io.github.rowmill.node.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes one claim: as many tasks as there is room for, straight into the worker pool. A look first shows which
 * types and priorities of the queue hold something due, and the claim takes from these. In a flood, and while looks
 * are slow, claims use the result of the last look. If a queue has only ever shown one type and priority, the look
 * comes after the claim.
 */
@Singleton
class QueueClaim {

    private final DueQueues due;
    private final ClaimStarter starter;
    private final WorkerPool pool;
    private final Claimant claimant;
    private final ScarceTypes scarce;
    private final Targets targets;
    private final ClaimSizes sizes = new ClaimSizes(Runtime.getRuntime().maxMemory());

    QueueClaim(
            DueQueues due,
            ClaimStarter starter,
            WorkerPool pool,
            Claimant claimant,
            ScarceTypes scarce,
            Ticker ticker) {
        this.due = due;
        this.starter = starter;
        this.pool = pool;
        this.claimant = claimant;
        this.scarce = scarce;
        this.targets = new Targets(due, claimant, ticker);
    }

    /**
     * The result of a claim.
     *
     * @param mayHaveMore whether there was no room, or the claim came back full
     * @param passedOver whether tasks of scarce types may have been left behind
     * @param untilHead the time after which the queue must be claimed from again, because its head was not looked
     *     at; zero if that is not necessary
     */
    record Result(int count, boolean mayHaveMore, boolean passedOver, Admission.Next next, Duration untilHead) {

        private static final Result NO_ROOM = new Result(0, true, false, Admission.Next.OPEN);

        private Result(int count, boolean mayHaveMore, boolean passedOver, Admission.Next next) {
            this(count, mayHaveMore, passedOver, next, Duration.ZERO);
        }

        private Result after(Result before) {
            return new Result(before.count + count, mayHaveMore, before.passedOver || passedOver, next);
        }

        private Result leavingHead(Duration time) {
            return new Result(count, mayHaveMore, passedOver, next, time);
        }

        /** Returns whether another claim is worthwhile at once. */
        boolean goesOn() {
            return (mayHaveMore || passedOver) && (count > 0 || next.atOnce());
        }
    }

    /**
     * Walks over all queues for tasks of this node's handlers. Calls {@code progress} from time to time. The caller
     * need not have the claimer's lock.
     */
    DueQueues.Walk walk(Runnable progress) {
        return claimant.types().isEmpty() ? DueQueues.Walk.NONE : due.walk(claimant.types(), progress);
    }

    /** Returns the queues with something due for this node's handlers, as a walk has just shown them. */
    DueQueues.Queues queues(DueQueues.Walk walk, Duration took) {
        DueQueues.Queues queues =
                claimant.types().isEmpty() ? new DueQueues.Queues(Map.of(), List.of()) : due.queues(walk);
        targets.walked(queues.due().keySet(), took);
        return queues;
    }

    /** Makes a claim that finds nothing. It loads the query, so that the first real claim need not. */
    void rehearse() {
        starter.rehearse();
    }

    boolean hasRoomFor(String queue, String type, int count) {
        int connections = pool.demand(type, count).connections();
        return pool.room(queue) >= count && pool.connections().free() >= connections;
    }

    boolean handles(String type) {
        return claimant.types().contains(type);
    }

    /** Returns the types of which only few tasks may start. */
    ScarceTypes scarce() {
        return scarce;
    }

    int weight(String queue) {
        return due.preference(queue).weight();
    }

    /** Looks at the head of a queue soon, because tasks have become due there. */
    void expectAtHead(String queue) {
        targets.expectAtHead(queue);
    }

    /**
     * Claims the queue's share of the room, and starts the tasks.
     *
     * @param shown the due tasks that a walk over all queues has just shown; null if there was no walk
     */
    Result claim(RoundOrder.Turn turn, DueQueues.@Nullable Due shown) {
        String queue = turn.queue();
        Room room = room(turn);
        if (room.toFind() == 0) {
            return Result.NO_ROOM;
        }
        boolean failed = true;
        try {
            Target target = targets.next(queue, shown);
            Result result = remember(target, take(target.plan(), room, turn));
            if (target.looksLater() && !result.mayHaveMore()) {
                result = atHead(target, result, room, turn);
            }
            failed = false;
            return result;
        } finally {
            if (failed) {
                sizes.failed(queue, room.toFind());
            }
        }
    }

    /** Looks at the head after a claim without a look, or leaves the head for later. */
    private Result atHead(Target done, Result result, Room room, RoundOrder.Turn turn) {
        Duration pause = targets.untilLook(done);
        if (!pause.isZero()) {
            return result.leavingHead(pause);
        }
        Target rest = targets.lookAfter(done);
        return remember(rest, take(rest.plan(), room.less(result.count()), turn))
                .after(result);
    }

    /** Records how long a pass over all queues took. */
    void passTook(Duration time) {
        pool.passTook(time);
    }

    /**
     * Returns the room for a claim. There is none if large payloads fill half of the memory for held tasks, as a
     * claim would be small. But a queue without waiting tasks on this node always gets at least one.
     */
    private Room room(RoundOrder.Turn turn) {
        String queue = turn.queue();
        int room = claimant.types().isEmpty() ? 0 : turn.of(pool.room(queue));
        long bytes = pool.bytesInHand();
        boolean small = sizes.isHalfFull(bytes) && pool.hasWaiting(queue);
        return room == 0 || small ? new Room(0, 0) : new Room(sizes.of(queue, room, bytes), room);
    }

    /** The number of tasks to look for, and to take of these and of parked ones. */
    private record Room(int toFind, int tasks) {

        private Room less(int taken) {
            return new Room(Math.max(0, toFind - taken), tasks - taken);
        }
    }

    /**
     * Moves the cursor, and returns whether the queue may have more. If the rules held tasks back, the rules decide. A
     * full claim after a look or a walk means that there may be more. So does a claim without a look if the next one
     * goes on from it. Otherwise a look follows.
     */
    private Result remember(Target target, Claims.Taken taken) {
        boolean isCutShort = targets.moveCursor(target, taken);
        int count = taken.tasks().size();
        Admission.Next next = taken.next();
        if (next.heldBack() || next.inTurns()) {
            // The end of a held task of this queue makes room for others.
            boolean mayHaveMore = next.atOnce()
                    || (next.heldBack() && pool.holds(target.plan().queue(), null));
            return new Result(count, mayHaveMore, taken.passedOver(), next);
        }
        boolean isFull = target.looksLater() ? isCutShort : taken.full();
        return new Result(count, isFull, taken.passedOver(), next);
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
        ClaimLimits most = new ClaimLimits(room.toFind(), room.tasks(), recovered, bytes, few);
        Claims.Taken taken = starter.take(plan, most).passingOver(isPassedOver);
        int count = taken.tasks().size();
        sizes.succeeded(plan.queue(), room.toFind(), taken.tasks());
        if (taken.next().heldBack() && count < room.toFind()) {
            sizes.heldBack(plan.queue(), count);
        }
        return taken;
    }

    /** Claims one task in quarantine. The caller makes sure that this node holds no other task. */
    boolean claimQuarantined(Set<String> queues) {
        return !claimant.types().isEmpty()
                && !starter.takeQuarantined(queues, scarce.startable()).tasks().isEmpty();
    }
}
