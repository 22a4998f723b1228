package io.github.rowmill.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.WithDefault;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.util.Optional;
import java.util.Set;

/** Limits and encryption of payloads. */
public interface PayloadConfig {

    /** Maximum size of a payload as JSON in UTF-8. */
    @WithDefault("256K")
    @Within(min = "2", max = "64M")
    MemorySize maxSize();

    /** Maximum depth of nesting in a payload. */
    @WithDefault("100")
    @Within(min = "1", max = "1000")
    int maxDepth();

    /** Encryption in the database. */
    @Valid
    Encryption encryption();

    /** Encryption of payloads in the database. */
    interface Encryption {

        /**
         * Secret for encrypting payloads: random text, equal on all nodes. The default is none: payloads are not
         * encrypted.
         */
        Optional<@Size(min = 32, max = 1000) String> key();

        /** Former keys: payloads encrypted with them can still be read. */
        Optional<Set<@Size(min = 32, max = 1000) String>> formerKeys();

        /** Types whose payloads are encrypted; the default is all. */
        Optional<Set<@Size(min = 1, max = 200) String>> types();
    }
}
