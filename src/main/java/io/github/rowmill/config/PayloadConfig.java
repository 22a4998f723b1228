package io.github.rowmill.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.WithDefault;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.util.Optional;
import java.util.Set;

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
    Encryption encryption();

    /** Encryption of payloads in the database. */
    interface Encryption {

        /** The secret that payloads are encrypted with: random text, the same on all nodes. None by default: they are plain. */
        Optional<@Size(min = 32, max = 1000) String> key();

        /** Former keys: what they have encrypted can still be read. */
        Optional<Set<@Size(min = 32, max = 1000) String>> formerKeys();

        /** The types whose payloads are encrypted; by default all. */
        Optional<Set<@Size(min = 1, max = 200) String>> types();
    }
}
