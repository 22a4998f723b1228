package io.github.rowmill.engine.series;

import java.util.Comparator;

/** What tasks are counted by. The order is that in which rows are locked. */
record SeriesKey(String queue, String type) implements Comparable<SeriesKey> {

    /** All beyond a bound: no queue has this name, and so only those who see all queues see them. */
    static final SeriesKey OTHERS = new SeriesKey("", "");

    private static final Comparator<SeriesKey> ORDER =
            Comparator.comparing(SeriesKey::queue).thenComparing(SeriesKey::type);

    @Override
    public int compareTo(SeriesKey other) {
        return ORDER.compare(this, other);
    }
}
