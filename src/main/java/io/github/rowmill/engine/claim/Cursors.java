package io.github.rowmill.engine.claim;

import io.github.rowmill.node.RecentEntries;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores the place at which the next claim of a queue may begin. The head of each group in the index holds
 * entries of rows that were already claimed. The database must keep these entries while a transaction may still
 * see them. A walk over them can cost a hundred times as much as the claim itself.
 *
 * <p>So in a flood, a claim goes on where the last one ended. Urgent tasks and tasks of other types come in at the
 * head. Claims look there again after ten times the duration of that look, at most ten seconds. If this node has
 * given tasks back, they look again after twice the duration. A walk over all queues is a look too. It holds up no
 * claims, so it takes the place of slow looks if it comes before them. Tasks of all types are claimed in one order,
 * so one position is valid for every group.
 *
 * <p>A claim that reaches the end of the queue has no position to go on from. If the last look at the head was
 * slow, the next claim begins at a due time shortly before that of the latest claimed task. Otherwise the cursor is
 * forgotten, and the next claim begins at the head. Called under the claimer's lock.
 */
final class Cursors {

    /** Ratio of pause to look, so that looks at the head take at most a tenth of the time. */
    private static final int REST_PER_LOOK = 10;

    /** Divisor of the pause if tasks are expected before the cursor. Looks then take at most a third of the time. */
    private static final int DIVISOR_IF_EXPECTED = 5;

    /**
     * Longest pause after a look. A look that waited for the database must not delay urgent tasks for longer. It is
     * longer than the usual time between two walks over all queues.
     */
    private static final Duration MAX_REST = Duration.ofSeconds(10);

    /** Duration of a slow look. It takes a hundredth of this time unless it walks over many dead entries. */
    static final Duration SLOW_LOOK = Duration.ofMillis(20);

    /**
     * Distance from the latest claimed task to the due time at which the next claim begins. Tasks may be committed
     * in another order than they were inserted, so earlier ones may still come in.
     */
    static final Duration LATE_COMMITS = Duration.ofSeconds(1);

    private final Ticker ticker;
    private final Map<String, Cursor> cursors = new RecentEntries<>();

    Cursors(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * The cursor of one queue.
     *
     * @param last the position of the last claimed task; null if the claim reached the end of the queue
     * @param latest the latest due time of all claimed tasks
     * @param head the last look at the head
     */
    private record Cursor(@Nullable Position last, Instant latest, Head head) {

        private Cursor with(Head other) {
            return new Cursor(last, latest, other);
        }
    }

    /**
     * A look at the head.
     *
     * @param slow whether it was slow
     * @param rest the pause after it
     * @param since the time at which the pause began
     * @param expected whether tasks have become due before the cursor since then
     */
    private record Head(boolean slow, long rest, long since, boolean expected) {

        private long isDue() {
            return since + (expected ? rest / DIVISOR_IF_EXPECTED : rest);
        }

        private Head fast() {
            return new Head(false, rest, since, expected);
        }

        private Head shownAt(long time) {
            return new Head(slow, rest, time, expected);
        }

        private Head expectingTasks() {
            return new Head(slow, rest, since, true);
        }
    }

    /** Returns the position after which to go on; empty if the last claim was not full, or to begin at the head. */
    Optional<Position> of(String queue) {
        return Optional.ofNullable(cursors.get(queue))
                .filter(cursor -> ticker.nanos() - cursor.head().isDue() < 0)
                .flatMap(cursor -> Optional.ofNullable(cursor.last()));
    }

    /** Returns the due time at which to begin behind the slow head of a queue whose end was reached. */
    Optional<Instant> since(String queue) {
        return Optional.ofNullable(cursors.get(queue))
                .filter(cursor -> cursor.last() == null)
                .map(cursor -> cursor.latest().minus(LATE_COMMITS));
    }

    /** Returns whether a queue has a cursor. */
    boolean has(String queue) {
        return cursors.containsKey(queue);
    }

    /** Returns the time until the head must be looked at again. It is zero if the last look was not slow. */
    Duration untilHead(String queue) {
        Cursor cursor = cursors.get(queue);
        long left = cursor == null || !cursor.head().slow() ? 0 : cursor.head().isDue() - ticker.nanos();
        return Duration.ofNanos(Math.max(0, left));
    }

    /**
     * Records a claim after a look at the head.
     *
     * @param isFull whether the claim was full; otherwise it reached the end of the queue
     * @param look the duration of the look
     * @param took the duration of the look and the claim
     */
    void lookedAtHead(String queue, List<Claimed> tasks, boolean isFull, Duration look, Duration took) {
        put(queue, tasks, isFull, rested(look.compareTo(SLOW_LOOK) >= 0, restAfter(took)));
    }

    /** Records a walk over all queues. If it took less than a slow look at each, no head of these is slow any more. */
    void walked(Set<String> queues, Duration took) {
        if (took.compareTo(SLOW_LOOK.multipliedBy(queues.size())) < 0) {
            queues.forEach(queue -> cursors.computeIfPresent(
                    queue, (name, old) -> old.with(old.head().fast())));
        }
    }

    /**
     * Records a claim after the walk over all queues, which is a look at the head as slow as the last one. Tasks that
     * are expected stay so, because the walk may have begun before they became due.
     */
    void wasShownHead(String queue, List<Claimed> tasks, boolean isFull, Duration took) {
        Cursor old = cursors.get(queue);
        Head head = old == null ? rested(false, restAfter(took)) : old.head().shownAt(ticker.nanos());
        put(queue, tasks, isFull, head);
    }

    /** Records a claim that began at the head before a look. The look must follow. */
    void willLookAtHead(String queue, List<Claimed> tasks, boolean isFull) {
        put(queue, tasks, isFull, rested(true, 0));
    }

    /** Records a claim that went on from a cursor. */
    void wentOn(String queue, List<Claimed> tasks, boolean isFull) {
        Cursor old = cursors.get(queue);
        if (old != null) {
            put(queue, tasks, isFull, old.head());
        }
    }

    /** Records that tasks have become due before the cursor. The next look at the head comes after a fifth of its pause. */
    void expectAtHead(String queue) {
        cursors.computeIfPresent(queue, (name, old) -> old.with(old.head().expectingTasks()));
    }

    /** Forgets the cursor. The next claim begins at the head. */
    void forget(String queue) {
        cursors.remove(queue);
    }

    private void put(String queue, List<Claimed> tasks, boolean isFull, Head head) {
        Optional<Instant> latest = latest(cursors.get(queue), tasks);
        if (latest.isPresent() && (isFull || head.slow())) {
            cursors.put(queue, new Cursor(isFull ? last(tasks) : null, latest.get(), head));
        } else {
            cursors.remove(queue);
        }
    }

    private Head rested(boolean slow, long rest) {
        return new Head(slow, rest, ticker.nanos(), false);
    }

    private static long restAfter(Duration look) {
        return Math.min(MAX_REST.toNanos(), look.toNanos() * REST_PER_LOOK);
    }

    private static Optional<Instant> latest(@Nullable Cursor old, List<Claimed> tasks) {
        return Stream.concat(
                        Stream.ofNullable(old).map(Cursor::latest),
                        tasks.stream().map(task -> task.position().runAt()))
                .max(Instant::compareTo);
    }

    private static Position last(List<Claimed> tasks) {
        return tasks.get(tasks.size() - 1).position();
    }
}
