package io.github.rowmill.engine.claim;

import io.github.rowmill.node.RecentEntries;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Position;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stores the position at which the next claim of a queue may begin. The head of each group in the index holds
 * entries of rows that were already claimed. The database must keep these entries while a transaction may still
 * see them. A walk over them can cost a hundred times as much as the claim itself.
 *
 * <p>So in a flood, a claim goes on where the last one ended. Urgent tasks and tasks of other types come in at the
 * head. Claims look there again after ten times the duration of that look, at most a few seconds. Tasks of all
 * types are claimed in one order, so one position is valid for every group. Called under the claimer's lock.
 */
final class Cursors {

    /** Ratio of pause to look, so that looks at the head take at most a tenth of the time. */
    private static final int REST_PER_LOOK = 10;

    /** Longest pause after a look. A look that waited for the database must not delay urgent tasks for longer. */
    private static final Duration MAX_REST = Duration.ofSeconds(5);

    private final Ticker ticker;
    private final Map<String, Cursor> cursors = new RecentEntries<>();

    Cursors(Ticker ticker) {
        this.ticker = ticker;
    }

    private record Cursor(Position last, long headIsDue) {}

    /** Returns the position after which to go on; empty to begin at the head. */
    Optional<Position> of(String queue) {
        Cursor cursor = cursors.get(queue);
        return cursor == null || ticker.nanos() - cursor.headIsDue() >= 0
                ? Optional.empty()
                : Optional.of(cursor.last());
    }

    /** Returns whether the last claim of a queue came back full. */
    boolean has(String queue) {
        return cursors.containsKey(queue);
    }

    /** Records a full claim that began at the head, and its duration. */
    void lookedAtHead(String queue, List<Claimed> tasks, Duration took) {
        long rest = Math.min(MAX_REST.toNanos(), took.toNanos() * REST_PER_LOOK);
        cursors.put(queue, new Cursor(last(tasks), ticker.nanos() + rest));
    }

    /** Records a full claim that went on from a cursor. */
    void wentOn(String queue, List<Claimed> tasks) {
        cursors.computeIfPresent(queue, (name, old) -> new Cursor(last(tasks), old.headIsDue()));
    }

    /** Forgets the position: the end of the queue was reached, and the next claim begins at its head. */
    void forget(String queue) {
        cursors.remove(queue);
    }

    private static Position last(List<Claimed> tasks) {
        return tasks.get(tasks.size() - 1).position();
    }
}
