package io.github.rowmill.engine.store.claim;

import io.github.rowmill.db.Sql;
import io.github.rowmill.engine.store.end.UnrunnableRow;
import java.util.List;
import org.hibernate.StatelessSession;

/** The room for payloads in a claim. */
final class PayloadRoom {

    /** Divisor of the heap for the largest payload. To claim and parse a payload takes several times its size. */
    private static final int PART_OF_HEAP = 4;

    /** As text of the database or encrypted, a payload of the largest size may be longer than it was, by far less than this. */
    private static final int TIMES_MAX_SIZE = 8;

    private final long max;

    /** @param maxSize most bytes of a payload that an application enqueues */
    PayloadRoom(long maxHeap, long maxSize) {
        this.max = Math.min(maxHeap / PART_OF_HEAP, TIMES_MAX_SIZE * maxSize);
    }

    /** Sets rows aside whose payloads are larger than this node can read, or than an application can have enqueued. */
    List<UnrunnableRow> setLargeAside(StatelessSession session, List<DueTasks.Locked> locked) {
        return locked.stream()
                .filter(this::isTooLarge)
                .flatMap(row -> Sql.of(session, sql -> UnrunnableRow.set(sql, row.id(), tooLarge(row))).stream())
                .toList();
    }

    private boolean isTooLarge(DueTasks.Locked row) {
        return row.bytes() > max;
    }

    private String tooLarge(DueTasks.Locked row) {
        return "its payload has %s bytes, and this node takes at most %s: %s times rowmill.payload.max-size, or less by its memory"
                .formatted(row.bytes(), max, TIMES_MAX_SIZE);
    }

    /**
     * Returns the first of the other rows whose payloads together have at most {@code bytes}. It returns at least
     * one row if there are any.
     */
    List<DueTasks.Locked> fitting(List<DueTasks.Locked> locked, long bytes) {
        List<DueTasks.Locked> readable =
                locked.stream().filter(row -> !isTooLarge(row)).toList();
        int count = 0;
        long left = bytes;
        while (count < readable.size() && (count == 0 || readable.get(count).bytes() <= left)) {
            left -= readable.get(count++).bytes();
        }
        return readable.subList(0, count);
    }
}
