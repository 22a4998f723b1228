package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** What was done, by minute: counted by each node, and kept in the database. */
public interface HistoryConfig {

    /** How long it is kept; 0 counts nothing. Some hundred bytes for each queue and type in each minute in which it did something. */
    @WithDefault("14d")
    @Within(min = "0s", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration retention();
}
