package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long finished tasks are kept, by state. */
public interface RetentionConfig {

    /** Completed tasks; 0 deletes a task in the statement that completes it. */
    @WithDefault("7d")
    @Within(min = "0s", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration completed();

    /** Dead tasks, which wait for a person. */
    @WithDefault("30d")
    @Within(min = "0s", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration dead();

    /** Cancelled tasks. */
    @WithDefault("7d")
    @Within(min = "0s", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration cancelled();

    /** Entries of the audit. */
    @WithDefault("365d")
    @Within(min = "7d", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration audit();
}
