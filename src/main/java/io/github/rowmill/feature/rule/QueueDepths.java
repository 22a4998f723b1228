package io.github.rowmill.feature.rule;

import io.github.rowmill.api.QueueFullException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.engine.enqueue.Backpressure;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tracks the room in queues whose depth is limited. Waiting tasks are counted in the caller's transaction, and the
 * tasks that this node enqueues are subtracted until the next count. A count is used for ten times as long as it
 * took, and at most for {@link #MAX_REST}. No lock is held meanwhile. So nodes, and threads that count at the same
 * moment, may enqueue somewhat more tasks than the depth.
 */
@Singleton
class QueueDepths implements Backpressure {

    /** Time for which a count is used, as a multiple of the time that it took. */
    private static final int REST_PER_COUNT = 10;

    /** Longest time for which a count is used. Room that other nodes make or take is seen within this time. */
    private static final Duration MAX_REST = Duration.ofSeconds(1);

    private final KnownRules known;
    private final JoinedDatabase joined;
    private final TaskEvents events;
    private final Ticker ticker;
    private final Map<String, Room> rooms = new ConcurrentHashMap<>();

    QueueDepths(KnownRules known, JoinedDatabase joined, TaskEvents events, Ticker ticker) {
        this.known = known;
        this.joined = joined;
        this.events = events;
        this.ticker = ticker;
    }

    /**
     * The room in a queue.
     *
     * @param left the number of tasks that may be added
     * @param full whether the count found no room
     */
    private record Room(int depth, int left, boolean full, long until) {

        private Room less(int count) {
            return new Room(depth, Math.max(0, left - count), full, until);
        }
    }

    @Override
    public void refuseIfFull(List<NewRow> rows) {
        if (known.limitsDepth()) {
            Map<String, Integer> counts = new TreeMap<>();
            rows.forEach(row -> counts.merge(row.queue(), 1, Integer::sum));
            counts.forEach((queue, count) -> refuseIfFull(queue, count, rows));
        }
    }

    private void refuseIfFull(String queue, int count, List<NewRow> rows) {
        Integer depth = known.rules(queue).depth();
        if (depth != null && !hasRoom(queue, depth, count)) {
            rows.stream()
                    .filter(row -> row.queue().equals(queue))
                    .findFirst()
                    .ifPresent(row ->
                            events.fire(new TaskEvent.Rejected(queue, row.task().type())));
            throw new QueueFullException(queue, depth, count);
        }
    }

    private boolean hasRoom(String queue, int depth, int count) {
        Room old = rooms.get(queue);
        Room room = old != null && isOfUse(old, depth, count) ? old : count(queue, depth);
        if (room.left() < count) {
            return false;
        }
        rooms.computeIfPresent(queue, (name, counted) -> counted.less(count));
        return true;
    }

    private boolean isOfUse(Room room, int depth, int count) {
        return room.depth() == depth && ticker.nanos() - room.until() < 0 && (room.full() || room.left() >= count);
    }

    private Room count(String queue, int depth) {
        long since = ticker.nanos();
        int waiting = joined.statement(sql -> RuleRows.waiting(sql, queue, depth));
        long rest = Math.min(MAX_REST.toNanos(), ticker.since(since).toNanos() * REST_PER_COUNT);
        Room room = new Room(depth, Math.max(0, depth - waiting), waiting >= depth, ticker.nanos() + rest);
        rooms.put(queue, room);
        return room;
    }

    /** Discards the count of a full queue, because a claim made room again. The next enqueue counts anew. */
    void onClaimed(@Observes TaskEvent.Claimed claimed) {
        if (claimed.count() > 0) {
            rooms.computeIfPresent(claimed.queue(), (queue, room) -> room.full() ? null : room);
        }
    }

    void onRulesChanged(@Observes TaskEvent.RulesChanged changed) {
        rooms.remove(changed.queue());
    }

    void onCancelled(@Observes TaskEvent.Cancelled cancelled) {
        rooms.values().removeIf(Room::full);
    }
}
