package io.github.rowmill.node;

import java.time.Duration;

/** A loop whose rounds the scheduler calls for at an interval, and {@link BackStop} when the scheduler falls silent. */
public interface ScheduledLoop {

    /** Does a round if one is wanted and none is under way. */
    void tick();

    /** The sign of life that each tick gives. */
    Pulse pulse();

    /** How often the scheduler is to call. */
    Duration interval();
}
