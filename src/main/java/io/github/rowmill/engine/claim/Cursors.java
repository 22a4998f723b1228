package io.github.rowmill.engine.claim;

import io.github.rowmill.node.Recent;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Position;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the next claim of a queue may begin. At the head of each of its groups lie entries of rows that were claimed but
 * cannot be forgotten while some transaction may still see them: to walk over them with every claim can cost a hundred
 * times the claim. So claims of a flood go on where the last one ended, and look at the head again, where urgent tasks and
 * those of other types come in, once ten times as long has passed as that took, or a few seconds. Tasks are claimed in one
 * order whatever their type, so one position says how far every group is. Called under the claimer's lock.
 */
final class Cursors {

    /** Looking at the head takes at most a tenth of the time. */
    private static final int REST_PER_LOOK = 10;

    /** However long a look took, as one may that had to wait for the database: urgent tasks need not wait for so long. */
    private static final Duration MAX_REST = Duration.ofSeconds(5);

    private final Ticker ticker;
    private final Map<String, Cursor> cursors = new Recent<>();

    Cursors(Ticker ticker) {
        this.ticker = ticker;
    }

    private record Cursor(Position last, long headIsDue) {}

    /** After which task to go on; empty: at the head. */
    Optional<Position> of(String queue) {
        Cursor cursor = cursors.get(queue);
        return cursor == null || ticker.nanos() - cursor.headIsDue() >= 0
                ? Optional.empty()
                : Optional.of(cursor.last());
    }

    /** Whether the last claim of a queue came back full. */
    boolean has(String queue) {
        return cursors.containsKey(queue);
    }

    /** Takes note of a full claim that began at the head, and of how long it took. */
    void lookedAtHead(String queue, List<Claimed> tasks, Duration took) {
        long rest = Math.min(MAX_REST.toNanos(), took.toNanos() * REST_PER_LOOK);
        cursors.put(queue, new Cursor(last(tasks), ticker.nanos() + rest));
    }

    /** Takes note of a full claim that went on from a cursor. */
    void wentOn(String queue, List<Claimed> tasks) {
        cursors.computeIfPresent(queue, (name, old) -> new Cursor(last(tasks), old.headIsDue()));
    }

    /** The end of the queue was reached: the next claim begins at its head. */
    void forget(String queue) {
        cursors.remove(queue);
    }

    private static Position last(List<Claimed> tasks) {
        return tasks.get(tasks.size() - 1).position();
    }
}
