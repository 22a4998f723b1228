package io.github.rowmill.feature.series;

import java.util.Comparator;

/** The key of counts: queue and type. Rows are locked in the order of the keys. */
record SeriesKey(String queue, String type) implements Comparable<SeriesKey> {

    /**
     * Stands for all queues and types beyond the limit. No queue has this name, so only users who may see all
     * queues see these counts.
     */
    static final SeriesKey OTHERS = new SeriesKey("", "");

    private static final Comparator<SeriesKey> ORDER =
            Comparator.comparing(SeriesKey::queue).thenComparing(SeriesKey::type);

    @Override
    public int compareTo(SeriesKey other) {
        return ORDER.compare(this, other);
    }
}
