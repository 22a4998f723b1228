package io.github.rowmill.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.WithDefault;

/** Limits of results. */
public interface ResultConfig {

    /**
     * Maximum size as JSON in UTF-8 of a handler's result, of the value of a step, and of the payload of a signal.
     * A task with a larger result or step is dead, and a larger signal is refused.
     */
    @WithDefault("256K")
    @Within(min = "2", max = "64M")
    MemorySize maxSize();
}
