package io.github.rowmill.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.WithDefault;
import jakarta.validation.Valid;

/** Limits of payloads, and how they are kept. */
public interface PayloadConfig {

    /** Most bytes of a payload as JSON in UTF-8. */
    @WithDefault("256K")
    @Within(min = "2", max = "64M")
    MemorySize maxSize();

    /** Most levels of nesting in a payload. */
    @WithDefault("100")
    @Within(min = "1", max = "1000")
    int maxDepth();

    /** Encryption in the database. */
    @Valid
    EncryptionConfig encryption();
}
