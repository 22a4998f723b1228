package io.github.rowmill.node.loop;

import java.time.Duration;

/** A loop whose rounds the scheduler calls at an interval, or {@link SchedulerFallback} while the scheduler is silent. */
public interface ScheduledLoop {

    /** Runs a round if one is wanted and none runs. */
    void tick();

    /** Returns the pulse that each tick gives. */
    LoopActivity pulse();

    /** Returns the interval of the scheduler's calls. */
    Duration interval();
}
