package io.github.rowmill.config;

import jakarta.validation.constraints.Size;
import java.util.Optional;
import java.util.Set;

/** Encryption of payloads in the database. */
public interface EncryptionConfig {

    /** The secret that payloads are encrypted with: random text, the same on all nodes. None by default: they are plain. */
    Optional<@Size(min = 32, max = 1000) String> key();

    /** Former keys: what they have encrypted can still be read. */
    Optional<Set<@Size(min = 32, max = 1000) String>> formerKeys();

    /** The types whose payloads are encrypted; by default all. */
    Optional<Set<@Size(min = 1, max = 200) String>> types();
}
