package io.github.rowmill.feature.series;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A distribution of durations. Bucket 0 is below 1 ms, each further bucket ends at twice the end of the one
 * before, and the last has no end.
 *
 * @param counts by bucket; missing buckets at the end are 0
 */
public record Histogram(List<Long> counts) {

    /**
     * Number of buckets. The last begins at three days, because a queue that is behind has waits of hours. A row
     * has no more buckets than it needs.
     */
    static final int BUCKETS = 30;

    /** The histogram without durations. */
    public static final Histogram EMPTY = new Histogram(List.of());

    static Histogram read(ResultSet row, String column) throws SQLException {
        return new Histogram(List.of((Long[]) row.getArray(column).getArray()));
    }

    /** Returns the sum of both histograms. */
    Histogram plus(Histogram other) {
        int size = Math.max(counts.size(), other.counts.size());
        return new Histogram(IntStream.range(0, size)
                .mapToObj(bucket -> count(bucket) + other.count(bucket))
                .toList());
    }

    private long count(int bucket) {
        return bucket < counts.size() ? counts.get(bucket) : 0;
    }

    /** Returns the bucket of a duration. */
    static int bucket(Duration time) {
        long millis = Math.max(0, time.toMillis());
        return Math.min(BUCKETS - 1, Long.SIZE - Long.numberOfLeadingZeros(millis));
    }

    /**
     * Returns the duration that this share of all durations does not exceed. It is an estimate: within its bucket,
     * durations are assumed to be distributed evenly.
     *
     * @param share more than 0, at most 1
     * @return null if there are no durations
     */
    public @Nullable Duration quantile(double share) {
        long all = counts.stream().mapToLong(Long::longValue).sum();
        double left = share * all;
        for (int bucket = 0; bucket < counts.size(); bucket++) {
            long count = counts.get(bucket);
            if (count > 0 && left <= count) {
                return within(bucket, left / count);
            }
            left -= count;
        }
        return null;
    }

    private static Duration within(int bucket, double part) {
        double from = bucket == 0 ? 0 : 1L << (bucket - 1);
        double to = 1L << bucket;
        return Duration.ofNanos((long) ((from + (to - from) * part) * 1e6));
    }
}
