package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Size;
import java.util.Optional;
import java.util.Set;

/** Values that tasks carry from their enqueue to their handler. */
public interface ContextConfig {

    /** Relation of an attempt's span to the span of its enqueue, if the application has OpenTelemetry. */
    @WithDefault("link")
    TraceRelation trace();

    /** Keys of the MDC to carry, if they have a value; the default is none. */
    Optional<Set<@Size(min = 1, max = 200) String>> mdc();

    /** Carries name and roles of the caller, signed. This needs a key and the application's own security. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean identity();

    /** Secret for signing: random text, equal on all nodes. */
    Optional<@Size(min = 32, max = 1000) String> key();

    /** Former keys: signatures made with them are still valid. */
    Optional<Set<@Size(min = 32, max = 1000) String>> formerKeys();
}
