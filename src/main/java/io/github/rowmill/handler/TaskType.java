package io.github.rowmill.handler;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A type this application handles, with its settings: configuration first, then the annotation, then the general default. */
public record TaskType(
        String name, DeclaredHandler handler, String queue, Duration timeout, int maxAttempts, RetryPolicy retry) {

    /** The queue of tasks whose type, annotation and configuration name none; also the column's default. */
    public static final String DEFAULT_QUEUE = "default";

    /** What its handler takes; null: nothing. */
    public @Nullable PayloadType payload() {
        return handler.payload();
    }

    /** Whether the task is completed in the transaction that its handler runs in. */
    public boolean isTransactional() {
        return handler.transactional();
    }
}
