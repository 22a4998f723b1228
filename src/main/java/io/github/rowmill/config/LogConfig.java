package io.github.rowmill.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import java.util.Set;

/** Log lines of handlers, kept with their attempts. */
public interface LogConfig {

    /**
     * Types whose attempts' log lines are kept in the database, {@code *} for all; the default is none. Each
     * attempt then takes one more insert.
     */
    Optional<Set<String>> capture();

    /** Maximum size of one attempt's log lines; the last lines are kept. */
    @WithDefault("16K")
    @Within(min = "1K", max = "1M")
    MemorySize maxSize();
}
