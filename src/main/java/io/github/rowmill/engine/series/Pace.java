package io.github.rowmill.engine.series;

import java.time.Duration;

/**
 * What was done with the tasks of one queue, or of one type in it, in the last minutes that are over.
 *
 * @param type empty: all of the queue
 */
public record Pace(
        String queue, String type, long enqueued, long completed, long failed, Histogram waits, Histogram runs) {

    /** Long enough that a minute without a task says little, short enough to be what happens now. */
    static final int MINUTES = 5;

    /** Of a queue in which nothing was done. */
    public static Pace none(String queue) {
        return new Pace(queue, "", 0, 0, 0, Histogram.EMPTY, Histogram.EMPTY);
    }

    /** All of a queue, this and other types. */
    Pace plus(Pace other) {
        return new Pace(
                queue,
                "",
                enqueued + other.enqueued,
                completed + other.completed,
                failed + other.failed,
                waits.plus(other.waits),
                runs.plus(other.runs));
    }

    /** Tasks a minute that came. */
    public double in() {
        return (double) enqueued / MINUTES;
    }

    /** Tasks a minute that were completed. */
    public double out() {
        return (double) completed / MINUTES;
    }

    /** How long it takes until so many tasks are done, if all goes on as it does; zero: they do not get fewer. */
    public Duration until(long due) {
        double fewer = out() - in();
        return fewer <= 0
                ? Duration.ZERO
                : Duration.ofSeconds((long) (due / fewer * Duration.ofMinutes(1).toSeconds()));
    }
}
