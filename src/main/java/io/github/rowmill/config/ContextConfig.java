package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Size;
import java.util.Optional;
import java.util.Set;

/** What tasks carry from their enqueue to their handler. */
public interface ContextConfig {

    /** What the span of an attempt is to that of its enqueue, where the application has OpenTelemetry. */
    @WithDefault("link")
    TraceRelation trace();

    /** Keys of the MDC that are carried, if they have a value; none by default. */
    Optional<Set<@Size(min = 1, max = 200) String>> mdc();

    /** Whether name and roles of the caller are carried, signed. Needs a key, and the application's own security. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean identity();

    /** The secret that signs: random text, the same on all nodes. */
    Optional<@Size(min = 32, max = 1000) String> key();

    /** Former keys: what they have signed is still trusted. */
    Optional<Set<@Size(min = 32, max = 1000) String>> formerKeys();
}
