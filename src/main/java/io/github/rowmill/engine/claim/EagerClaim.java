package io.github.rowmill.engine.claim;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.engine.store.claim.Claims;
import io.github.rowmill.engine.store.claim.DueQueues;
import io.github.rowmill.node.Recent;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Claims tasks that this node has just enqueued, by their ids: one statement instead of a search of four round trips. It
 * takes them as they were inserted, by version 0, or not at all. Called under the claimer's lock.
 */
final class EagerClaim {

    /** A queue in which one was in vain has rules, or others are faster: it is claimed from as ever for so long. */
    private static final Duration REST = Duration.ofSeconds(5);

    private final Claims claims;
    private final DueQueues due;
    private final WorkerPool pool;
    private final TaskEvents events;
    private final Ticker ticker;
    private final ClaimSizes sizes;
    private final Map<String, Long> inVain = new Recent<>();

    EagerClaim(Claims claims, DueQueues due, WorkerPool pool, TaskEvents events, Ticker ticker, ClaimSizes sizes) {
        this.claims = claims;
        this.due = due;
        this.pool = pool;
        this.events = events;
        this.ticker = ticker;
        this.sizes = sizes;
    }

    /** Claims and starts these tasks, if there is room for all, and the queue is claimed from in order; returns how many it got. */
    int claim(String queue, List<Long> ids) {
        int room = pool.room(queue);
        if (room < ids.size() || sizes.isHalfFull(pool.bytesInHand()) || !mayBeOf(queue)) {
            return 0;
        }
        long sentAt = ticker.nanos();
        List<Claimed> tasks = claims.claimNew(queue, ids);
        if (tasks.isEmpty()) {
            inVain.put(queue, sentAt);
        }
        Duration took = ticker.since(sentAt);
        pool.start(tasks, sentAt); // before observers hear of it, as someone may wait for the first of them
        events.fire(new TaskEvent.Claimed(queue, room, tasks.size(), took));
        return tasks.size();
    }

    private boolean mayBeOf(String queue) {
        Long since = inVain.get(queue);
        boolean rests = since != null && ticker.since(since).compareTo(REST) < 0;
        return !rests && due.preference(queue).mayGoAlong();
    }
}
