package io.github.rowmill.task;

import java.time.Instant;
import java.util.Comparator;

/** Position of a task in its queue. Tasks are claimed by priority, then {@code run_at}, then id. */
public record Position(int priority, Instant runAt, long id) implements Comparable<Position> {

    private static final Comparator<Position> ORDER = Comparator.comparingInt(Position::priority)
            .thenComparing(Position::runAt)
            .thenComparingLong(Position::id);

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }
}
