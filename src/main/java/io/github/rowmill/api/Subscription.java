package io.github.rowmill.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber of a topic: each publish makes a task of its type in its queue.
 *
 * @param maxAttempts the maximum number of attempts of its tasks
 * @param pinned whether its row is kept as it is, whatever code declares
 * @param declaredBy the application whose code declares it, or null if a user added it
 */
public record Subscription(
        String topic,
        String type,
        String queue,
        int maxAttempts,
        boolean pinned,
        @Nullable String declaredBy,
        Instant created) {}
