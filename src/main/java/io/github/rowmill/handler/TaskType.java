package io.github.rowmill.handler;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type this application handles, with its settings. Configuration comes first, then the annotation, then the
 * general default.
 *
 * @param batch largest number of tasks that are run together
 */
public record TaskType(
        String name,
        DeclaredHandler handler,
        String queue,
        Duration timeout,
        int maxAttempts,
        RetryPolicy retry,
        int batch) {

    /**
     * Queue of tasks if neither the task, the annotation nor the configuration sets one; also the column's
     * default.
     */
    public static final String DEFAULT_QUEUE = "default";

    /** {@return the type of the payload, or null if the handler takes none} */
    public @Nullable PayloadType payload() {
        return handler.payload();
    }

    /** Returns the classes of the values of its steps and signals, as its handler declares them; perhaps none. */
    public List<Class<?>> keeps() {
        return List.of(handler.handles().keeps());
    }

    /** Returns whether tasks of this type may be run together. */
    public boolean isBatched() {
        return batch > 1 || handler.takesBatch();
    }

    /** Returns whether the task is completed in the transaction that its handler runs in. */
    public boolean isTransactional() {
        return handler.transactional();
    }
}
