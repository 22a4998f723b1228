package io.github.rowmill.feature.series;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one minute, by queue and type. An existing cell is found without a lock and without a new object.
 */
final class MinuteCounts {

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

    private final Map<String, Map<String, SeriesCounts>> queues = new ConcurrentHashMap<>();
    private int size;

    SeriesCounts of(String queue, String type) {
        Map<String, SeriesCounts> types = queues.get(queue);
        @Nullable SeriesCounts cell = types == null ? null : types.get(type);
        return cell != null ? cell : made(queue, type);
    }

    private synchronized SeriesCounts made(String queue, String type) {
        Map<String, SeriesCounts> types = queues.get(queue);
        @Nullable SeriesCounts cell = types == null ? null : types.get(type);
        if (cell != null) {
            return cell;
        }
        boolean isOther = size >= MAX || queue.length() > MAX_NAME || type.length() > MAX_NAME;
        SeriesKey key = isOther ? SeriesKey.OTHERS : new SeriesKey(queue, type);
        size += isOther ? 0 : 1;
        return queues.computeIfAbsent(key.queue(), name -> new ConcurrentHashMap<>())
                .computeIfAbsent(key.type(), name -> new SeriesCounts());
    }

    /** Moves all counts to other counts. MinuteCounts that counted nothing are left out. */
    void moveTo(Map<SeriesKey, SeriesCounts.Counts> others) {
        queues.forEach((queue, types) -> types.forEach((type, cell) -> {
            SeriesKey key = new SeriesKey(queue, type);
            SeriesCounts.Counts counts = cell.moveTo(others.getOrDefault(key, new SeriesCounts.Counts()));
            if (!counts.isEmpty()) {
                others.put(key, counts);
            }
        }));
    }
}
