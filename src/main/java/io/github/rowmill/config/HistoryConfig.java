package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Activity by minute, counted by each node and kept in the database. */
public interface HistoryConfig {

    /**
     * Time that the figures are kept; 0 switches counting off. Each queue and type takes some hundred bytes for
     * each minute in which it was active.
     */
    @WithDefault("14d")
    @Within(min = "0s", max = "36500d")
    @WithConverter(StrictDuration.class)
    Duration retention();
}
