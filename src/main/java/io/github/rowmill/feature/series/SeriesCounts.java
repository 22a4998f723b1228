package io.github.rowmill.feature.series;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/** The counts of one queue and type. Counting an event costs an increment for each figure. */
final class SeriesCounts {

    /**
     * The position of each count. After these follow the buckets of the wait times, then those of the run times.
     */
    enum Figure {
        ENQUEUED,
        COMPLETED,
        FAILED,
        DEAD
    }

    private static final int WAITS = Figure.values().length;
    private static final int RUNS = WAITS + Histogram.BUCKETS;

    private final AtomicLongArray counts = new AtomicLongArray(RUNS + Histogram.BUCKETS);

    void add(Figure figure, long count) {
        counts.addAndGet(figure.ordinal(), count);
    }

    void waited(Duration time) {
        counts.incrementAndGet(WAITS + Histogram.bucket(time));
    }

    void ran(Duration time) {
        counts.incrementAndGet(RUNS + Histogram.bucket(time));
    }

    /**
     * Moves all counts to other counts, and leaves zeros.
     *
     * @return {@code others}
     */
    Counts moveTo(Counts others) {
        for (int i = 0; i < counts.length(); i++) {
            others.add(i, counts.getAndSet(i, 0));
        }
        return others;
    }

    /** Counts of one owner; no other thread adds to them. */
    static final class Counts {

        private final long[] numbers = new long[RUNS + Histogram.BUCKETS];

        private void add(int place, long count) {
            numbers[place] += count;
        }

        boolean isEmpty() {
            for (long number : numbers) {
                if (number != 0) {
                    return false;
                }
            }
            return true;
        }

        long of(Figure figure) {
            return numbers[figure.ordinal()];
        }

        /** Returns the buckets of the wait times as an array literal for the column. */
        String waits() {
            return array(WAITS);
        }

        /** Returns the buckets of the run times as an array literal for the column. */
        String runs() {
            return array(RUNS);
        }

        private String array(int from) {
            int end = from + Histogram.BUCKETS;
            while (end > from && numbers[end - 1] == 0) {
                end--;
            }
            StringBuilder text = new StringBuilder("{");
            for (int i = from; i < end; i++) {
                text.append(i > from ? "," : "").append(numbers[i]);
            }
            return text.append('}').toString();
        }
    }
}
