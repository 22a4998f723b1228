package io.github.rowmill.machine;

import io.github.rowmill.engine.Rows;

/** A way to be wrong, which the machine must notice. */
interface WrongService {

    /** Returns a service that does what the real one does, and is wrong in this way. */
    Service over(Service real, Rows rows, String node);
}
