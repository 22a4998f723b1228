package io.github.rowmill.config;

import java.util.OptionalInt;

/** Settings of the REST API. */
public interface ApiConfig extends RowmillConfig.Switch {

    /**
     * Maximum number of tasks a second that each caller may enqueue over REST, on each node; the default is no
     * limit.
     */
    @Within(min = "1", max = "1000000")
    OptionalInt enqueueRate();

    /**
     * Maximum number of tasks that a caller may enqueue at once after a pause; the default is the number for one
     * second.
     */
    @Within(min = "1", max = "1000000")
    OptionalInt enqueueBurst();
}
