package io.github.rowmill.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import java.util.Set;

/** What handlers log, kept with their attempts. */
public interface LogConfig {

    /** Types whose attempts' log lines are kept in the database, {@code *} for all; none by default. One insert an attempt more. */
    Optional<Set<String>> capture();

    /** Most bytes of one attempt's lines; the last ones are kept. */
    @WithDefault("16K")
    @Within(min = "1K", max = "1M")
    MemorySize maxSize();
}
