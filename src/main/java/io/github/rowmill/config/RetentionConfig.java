package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Times that finished tasks and audit entries are kept. */
public interface RetentionConfig {

    /**
     * Time that completed tasks are kept; 0 deletes a task in the statement that completes it, or after ten minutes
     * if it has a result.
     */
    @WithDefault("7d")
    @Within(min = "0s", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration completed();

    /** Time that dead tasks are kept, for an operator to act on them. */
    @WithDefault("30d")
    @Within(min = "0s", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration dead();

    /** Time that cancelled tasks are kept. */
    @WithDefault("7d")
    @Within(min = "0s", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration cancelled();

    /** Time that flows are kept after their end. Their tasks have their own times, which begin with the end of each. */
    @WithDefault("7d")
    @Within(min = "0s", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration flow();

    /** Time that entries of the audit are kept. */
    @WithDefault("365d")
    @Within(min = "7d", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration audit();
}
