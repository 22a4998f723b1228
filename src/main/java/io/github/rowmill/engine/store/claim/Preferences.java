package io.github.rowmill.engine.store.claim;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The preferences that the rules of queues set for a node, in addition to their limits. They may be some seconds
 * old, and are not guaranteed.
 */
public interface Preferences {

    /**
     * The preference of one queue.
     *
     * @param lifo whether the task with the latest {@code run_at} comes first among tasks of one type and priority
     * @param ageing the time of waiting that improves the priority by one; null if waiting does not count
     * @param weight the queue's share of a node's room
     * @param pausedTypes types for which a claim is not worthwhile: it would lock their tasks instead of others,
     *     and release them
     */
    record Preference(boolean lifo, @Nullable Duration ageing, int weight, Set<String> pausedTypes) {

        /** The preference of a queue that sets none. */
        public static final Preference NONE = new Preference(false, null, 1, Set.of());

        /** Returns whether claims may continue along the groups seen last, in the order of positions. */
        public boolean mayGoAlong() {
            return !lifo && ageing == null && pausedTypes.isEmpty();
        }
    }

    /** Returns the preference of a queue. It may read from the database occasionally. */
    Preference of(String queue);
}
