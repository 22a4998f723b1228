package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.Optional;

/** Settings of one task type. */
public interface TypeConfig {

    /** Queue of tasks enqueued without one. */
    Optional<@Size(min = 1, max = 200) String> queue();

    /** Maximum execution time of an attempt. */
    Optional<@WithConverter(StrictDuration.class) @Within(min = "1ms", max = "36500d") Duration> timeout();

    /** Maximum number of attempts. */
    Optional<@Within(min = "1", max = "1000000000") Integer> maxAttempts();

    /**
     * Largest number of tasks that are run together. The handler must take a Batch, or be @Transactional;
     * other handlers run their tasks one by one.
     */
    Optional<@Within(min = "1", max = "10000") Integer> batch();

    /** Delay before another attempt. */
    Backoff backoff();

    /**
     * Whether remote workers run tasks of this type. Then REST accepts such tasks without a handler in this
     * application, and they are not reported as unhandled.
     */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean remote();

    /** Delays of one type. */
    interface Backoff {

        /** Delay after the first failure. */
        Optional<@WithConverter(StrictDuration.class) @Within(min = "1ms", max = "36500d") Duration> first();

        /** Maximum delay. */
        Optional<@WithConverter(StrictDuration.class) @Within(min = "1ms", max = "36500d") Duration> max();
    }
}
