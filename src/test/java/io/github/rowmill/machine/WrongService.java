package io.github.rowmill.machine;

import io.github.rowmill.engine.Rows;

/** A mistake that the machine must notice. */
interface WrongService {

    /** Returns a service that works like the real one, except for this mistake. */
    Service over(Service real, Rows rows, String node);
}
