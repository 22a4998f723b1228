package io.github.rowmill.claim;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskEvents;
import io.github.rowmill.clock.Ticker;
import io.github.rowmill.execute.WorkerPool;
import io.github.rowmill.payload.Handlers;
import io.github.rowmill.store.claim.Claims;
import io.github.rowmill.store.claim.WaitingQueues;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Position;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;

/** One claim: as many tasks as there is room for, straight into the worker pool. */
@Singleton
class QueueClaim {

    private final WaitingQueues waiting;
    private final Claims claims;
    private final WorkerPool pool;
    private final Handlers handlers;
    private final TaskEvents events;
    private final Ticker ticker;
    private final Bookmarks bookmarks;

    QueueClaim(
            WaitingQueues waiting,
            Claims claims,
            WorkerPool pool,
            Handlers handlers,
            TaskEvents events,
            Ticker ticker) {
        this.waiting = waiting;
        this.claims = claims;
        this.pool = pool;
        this.handlers = handlers;
        this.events = events;
        this.ticker = ticker;
        this.bookmarks = new Bookmarks(ticker);
    }

    /** What a claim wanted and got. */
    record Result(int wanted, int count) {

        /** Whether the queue may hold more: there was no room, or the claim came back full. */
        boolean mayHaveMore() {
            return count == wanted;
        }
    }

    /** Which queues hold queued tasks. */
    WaitingQueues.Queues queues() {
        return waiting.read(handlers.claimable());
    }

    boolean hasRoomFor(String queue, int count) {
        return pool.room(queue) >= count;
    }

    boolean handles(String type) {
        return handlers.claimable().contains(type);
    }

    /** Claims of one queue what there is room for, or its share of that among {@code sharers} queues, and starts it. */
    Result claim(String queue, int sharers) {
        int room = handlers.claimable().isEmpty() ? 0 : (pool.room(queue) + sharers - 1) / sharers;
        if (room == 0) {
            return new Result(0, 0);
        }
        int further = bookmarks.of(queue).map(last -> goOn(queue, last, room)).orElse(0);
        return new Result(room, further < room ? further + beginAtHead(queue, room - further) : further);
    }

    private int goOn(String queue, Position last, int room) {
        long sentAt = ticker.nanos();
        List<Claimed> tasks = claims.claimAfter(last, queue, handlers.claimable(), room);
        if (tasks.size() == room) {
            bookmarks.wentOn(queue, tasks);
        } else {
            bookmarks.forget(queue);
        }
        start(queue, room, tasks, sentAt);
        return tasks.size();
    }

    private int beginAtHead(String queue, int room) {
        long sentAt = ticker.nanos();
        List<Claimed> tasks = claims.claim(queue, handlers.claimable(), room);
        if (tasks.size() == room) {
            bookmarks.lookedAtHead(queue, tasks, ticker.since(sentAt));
        } else {
            bookmarks.forget(queue);
        }
        start(queue, room, tasks, sentAt);
        return tasks.size();
    }

    /** Claims one task in quarantine; the caller sees to it that nothing else is in hand. */
    boolean claimQuarantined(Set<String> queues) {
        if (handlers.claimable().isEmpty()) {
            return false;
        }
        long sentAt = ticker.nanos();
        List<Claimed> task = claims.claimQuarantined(queues, handlers.claimable());
        task.forEach(one -> start(one.queue(), 1, task, sentAt));
        return !task.isEmpty();
    }

    private void start(String queue, int wanted, List<Claimed> tasks, long sentAt) {
        events.fire(new TaskEvent.Claimed(queue, wanted, tasks.size(), ticker.since(sentAt)));
        pool.start(tasks, sentAt);
    }
}
