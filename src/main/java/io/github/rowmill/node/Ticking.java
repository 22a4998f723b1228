package io.github.rowmill.node;

import java.time.Duration;

/** What the scheduler calls at an interval, and the back-stop when the scheduler falls silent. */
public interface Ticking {

    /** Does a round if one is wanted and none is under way. */
    void tick();

    /** The sign of life that each tick gives. */
    Pulse pulse();

    /** How often the scheduler is to call. */
    Duration interval();
}
