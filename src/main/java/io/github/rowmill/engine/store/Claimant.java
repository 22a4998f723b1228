package io.github.rowmill.engine.store;

import java.time.Duration;
import java.util.Set;

/**
 * A node, as the store sees it: it claims tasks and decides on them. Tasks that it holds have its name in {@code operator_id}, and
 * only verdicts and renewals in this name count.
 *
 * @param name its name, which no other claimant has
 * @param types the types of task that it takes
 * @param lease time after its last sign of life when its tasks are assigned again
 */
public record Claimant(String name, Set<String> types, Duration lease) {

    public Claimant {
        types = Set.copyOf(types);
    }
}
