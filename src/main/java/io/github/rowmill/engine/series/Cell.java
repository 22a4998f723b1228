package io.github.rowmill.engine.series;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/** The counts of one queue and type: whoever counts pays an increment for each. */
final class Cell {

    /** Where each count stands; behind them the buckets of waits, then those of runs. */
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

    /** Takes all counts away and adds them to others. */
    Counts moveTo(Counts others) {
        for (int i = 0; i < counts.length(); i++) {
            others.add(i, counts.getAndSet(i, 0));
        }
        return others;
    }

    /** Counts that nobody adds to any more but their owner. */
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

        /** As the column has them. */
        String waits() {
            return array(WAITS);
        }

        /** As the column has them. */
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
