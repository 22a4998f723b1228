package io.github.rowmill.feature.series;

import java.time.Duration;

/**
 * The figures of one queue, or of one type in it, in the last five complete minutes.
 *
 * @param type empty for all types of the queue
 */
public record Throughput(
        String queue, String type, long enqueued, long completed, long failed, Histogram waits, Histogram runs) {

    /**
     * Number of minutes. It is long enough that a minute without tasks has little effect, and short enough to show
     * the present.
     */
    static final int MINUTES = 5;

    /** Returns the pace of a queue without activity. */
    public static Throughput none(String queue) {
        return new Throughput(queue, "", 0, 0, 0, Histogram.EMPTY, Histogram.EMPTY);
    }

    /** Returns the sum of this and another type, as the pace of the queue. */
    Throughput plus(Throughput other) {
        return new Throughput(
                queue,
                "",
                enqueued + other.enqueued,
                completed + other.completed,
                failed + other.failed,
                waits.plus(other.waits),
                runs.plus(other.runs));
    }

    /** Returns the average number of tasks enqueued per minute. */
    public double in() {
        return (double) enqueued / MINUTES;
    }

    /** Returns the average number of tasks completed per minute. */
    public double out() {
        return (double) completed / MINUTES;
    }

    /**
     * Returns the time until {@code due} tasks are done, if the pace stays the same. It is zero if tasks do not
     * become fewer.
     */
    public Duration until(long due) {
        double fewer = out() - in();
        return fewer <= 0
                ? Duration.ZERO
                : Duration.ofSeconds((long) (due / fewer * Duration.ofMinutes(1).toSeconds()));
    }
}
