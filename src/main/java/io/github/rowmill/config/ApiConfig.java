package io.github.rowmill.config;

import java.util.OptionalInt;

/** Settings of the REST face. */
public interface ApiConfig extends RowmillConfig.Switch {

    /** Most tasks a second that each caller may enqueue over REST, on each node; no limit by default. */
    @Within(min = "1", max = "1000000")
    OptionalInt enqueueRate();

    /** Most tasks that a caller may enqueue at once where none came for a while; by default as many as in a second. */
    @Within(min = "1", max = "1000000")
    OptionalInt enqueueBurst();
}
