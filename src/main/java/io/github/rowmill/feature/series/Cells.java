package io.github.rowmill.feature.series;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one minute, by queue and type. An existing cell is found without a lock and without a new object.
 */
final class Cells {

    /**
     * Largest number of pairs of queue and type on one node in one minute. Without a limit, one queue for each
     * customer would fill the table.
     */
    private static final int MAX = 200;

    /**
     * Longest name of a queue or type, as in an enqueue. A row that was inserted by SQL may have a name of
     * megabytes.
     */
    private static final int MAX_NAME = 200;

    private final Map<String, Map<String, Cell>> queues = new ConcurrentHashMap<>();
    private int size;

    Cell of(String queue, String type) {
        Map<String, Cell> types = queues.get(queue);
        @Nullable Cell cell = types == null ? null : types.get(type);
        return cell != null ? cell : made(queue, type);
    }

    private synchronized Cell made(String queue, String type) {
        Map<String, Cell> types = queues.get(queue);
        @Nullable Cell cell = types == null ? null : types.get(type);
        if (cell != null) {
            return cell;
        }
        boolean isOther = size >= MAX || queue.length() > MAX_NAME || type.length() > MAX_NAME;
        SeriesKey key = isOther ? SeriesKey.OTHERS : new SeriesKey(queue, type);
        size += isOther ? 0 : 1;
        return queues.computeIfAbsent(key.queue(), name -> new ConcurrentHashMap<>())
                .computeIfAbsent(key.type(), name -> new Cell());
    }

    /** Moves all counts to other counts. Cells that counted nothing are left out. */
    void moveTo(Map<SeriesKey, Cell.Counts> others) {
        queues.forEach((queue, types) -> types.forEach((type, cell) -> {
            SeriesKey key = new SeriesKey(queue, type);
            Cell.Counts counts = cell.moveTo(others.getOrDefault(key, new Cell.Counts()));
            if (!counts.isEmpty()) {
                others.put(key, counts);
            }
        }));
    }
}
