package io.github.rowmill.feature.lend;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that a remote worker wants.
 *
 * @param queues the only queues of the tasks; null for all that the worker may use
 * @param room the largest number of tasks
 */
public record ClaimRequest(Set<String> types, @Nullable Set<String> queues, int room) {

    public ClaimRequest {
        types = Set.copyOf(types);
        queues = queues == null ? null : Set.copyOf(queues);
    }

    boolean isFor(String queue) {
        return queues == null || queues.contains(queue);
    }
}
