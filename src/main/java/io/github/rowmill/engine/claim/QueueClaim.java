package io.github.rowmill.engine.claim;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.claim.ClaimLimits;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.engine.store.claim.Group;
import io.github.rowmill.engine.store.claim.Plan;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.node.TaskEvents;
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
    private final Claims claims;
    private final WorkerPool pool;
    private final Handlers handlers;
    private final TaskEvents events;
    private final Ticker ticker;
    private final Cursors cursors;
    private final SeenGroups seen = new SeenGroups();
    private final ClaimSizes sizes = new ClaimSizes(Runtime.getRuntime().maxMemory());

    QueueClaim(DueQueues due, Claims claims, WorkerPool pool, Handlers handlers, TaskEvents events, Ticker ticker) {
        this.due = due;
        this.claims = claims;
        this.pool = pool;
        this.handlers = handlers;
        this.events = events;
        this.ticker = ticker;
        this.cursors = new Cursors(ticker);
    }

    /** What a claim got; {@code mayHaveMore}: there was no room, or the claim came back full. */
    record Result(int count, boolean mayHaveMore) {

        private Result plus(int before) {
            return new Result(before + count, mayHaveMore);
        }
    }

    /** Which queues hold something due that this node runs. {@code progress} is run now and then. */
    DueQueues.Queues queues(Runnable progress) {
        return handlers.claimable().isEmpty()
                ? new DueQueues.Queues(Map.of(), Set.of())
                : due.read(handlers.claimable(), progress);
    }

    boolean hasRoomFor(String queue, int count) {
        return pool.room(queue) >= count;
    }

    boolean handles(String type) {
        return handlers.claimable().contains(type);
    }

    /**
     * Claims of one queue what there is room for, or its share of that among {@code sharers} queues, and starts it.
     *
     * @param shown what a look at the queue has shown just now; null: nobody has looked
     */
    Result claim(String queue, int sharers, @Nullable List<Group> shown) {
        int room = room(queue, sharers);
        if (room == 0) {
            return new Result(0, true);
        }
        boolean failed = true;
        try {
            Result result = claimFrom(queue, room, shown);
            failed = false;
            return result;
        } finally {
            if (failed) {
                sizes.failed(queue, room);
            }
        }
    }

    /** None while large payloads fill half of what the hand may hold: a claim would be small. But a queue of which nothing waits gets its one. */
    private int room(String queue, int sharers) {
        int room = handlers.claimable().isEmpty() ? 0 : (pool.room(queue) + sharers - 1) / sharers;
        long bytes = pool.bytesInHand();
        boolean small = sizes.isHalfFull(bytes) && pool.hasWaiting(queue);
        return room == 0 || small ? 0 : sizes.of(queue, room, bytes);
    }

    private Result claimFrom(String queue, int room, @Nullable List<Group> shown) {
        Optional<Position> cursor = cursors.of(queue);
        if (cursor.isPresent()) {
            return goOn(queue, cursor.get(), room);
        }
        if (shown != null) {
            seen.shown(queue, shown);
            return beginAtHead(queue, shown, room, ticker.nanos());
        }
        List<Group> alone = seen.alone(queue);
        boolean mayLookLater = !alone.isEmpty() && !cursors.has(queue);
        return mayLookLater ? claimThenLook(queue, alone, room) : lookThenClaim(queue, room);
    }

    /** At the end of the queue comes its head again. */
    private Result goOn(String queue, Position last, int room) {
        Claims.Taken taken = take(new Plan(queue, seen.last(queue), last), room);
        int count = taken.tasks().size();
        if (taken.full() && count > 0) {
            cursors.wentOn(queue, taken.tasks());
            return new Result(count, true);
        }
        cursors.forget(queue);
        return lookThenClaim(queue, room - count).plus(count);
    }

    /** What the look shows of the same kind came in just now, and has a wake-up of its own, or another node is about to take it. */
    private Result claimThenLook(String queue, List<Group> alone, int room) {
        Claims.Taken taken = take(new Plan(queue, alone), room);
        int count = taken.tasks().size();
        if (taken.full() && count > 0) {
            cursors.lookedAtHead(queue, taken.tasks(), Duration.ZERO);
            return new Result(count, true);
        }
        long since = ticker.nanos();
        List<Group> others = new ArrayList<>(look(queue));
        others.removeAll(alone);
        return beginAtHead(queue, others, room - count, since).plus(count);
    }

    private Result lookThenClaim(String queue, int room) {
        long since = ticker.nanos();
        return beginAtHead(queue, look(queue), room, since);
    }

    private List<Group> look(String queue) {
        List<Group> groups = due.groups(queue, handlers.claimable());
        seen.shown(queue, groups);
        return groups;
    }

    private Result beginAtHead(String queue, List<Group> groups, int room, long since) {
        if (groups.isEmpty()) {
            cursors.forget(queue);
            return new Result(0, false);
        }
        Claims.Taken taken = take(new Plan(queue, groups), room);
        int count = taken.tasks().size();
        if (taken.full() && count > 0) {
            cursors.lookedAtHead(queue, taken.tasks(), ticker.since(since));
        } else {
            cursors.forget(queue);
        }
        return new Result(count, taken.full());
    }

    private Claims.Taken take(Plan plan, int limit) {
        long sentAt = ticker.nanos();
        ClaimLimits most = new ClaimLimits(limit, pool.free(plan.queue()), sizes.bytesLeft(pool.bytesInHand()));
        Claims.Taken taken = claims.claim(plan, most);
        announce(taken);
        int count = taken.tasks().size();
        sizes.succeeded(plan.queue(), limit, taken.tasks());
        start(plan.queue(), taken.full() && count > 0 ? count : limit, taken.tasks(), sentAt);
        return taken;
    }

    /** Claims one task in quarantine; the caller sees to it that nothing else is in hand. */
    boolean claimQuarantined(Set<String> queues) {
        if (handlers.claimable().isEmpty()) {
            return false;
        }
        long sentAt = ticker.nanos();
        Claims.Taken taken = claims.claimSuspect(queues, handlers.claimable());
        announce(taken);
        List<Claimed> task = taken.tasks();
        task.forEach(one -> start(one.queue(), 1, task, sentAt));
        return !task.isEmpty();
    }

    /** A row that is not claimed is no fault of the loop: the others are. */
    private void announce(Claims.Taken taken) {
        taken.aside().forEach(row -> events.fire(new TaskEvent.SetAside(row.id(), row.queue(), row.type(), row.why())));
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
