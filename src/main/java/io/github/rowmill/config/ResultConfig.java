package io.github.rowmill.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.WithDefault;

/** Limits of results. */
public interface ResultConfig {

    /** Maximum size of a handler's result as JSON in UTF-8. A task with a larger one is dead. */
    @WithDefault("256K")
    @Within(min = "2", max = "64M")
    MemorySize maxSize();
}
