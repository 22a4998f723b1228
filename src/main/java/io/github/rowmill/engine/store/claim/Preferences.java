package io.github.rowmill.engine.store.claim;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the rules of queues ask of a node beside what they forbid: known from some seconds ago, and no promise. */
public interface Preferences {

    /**
     * What one queue asks.
     *
     * @param lifo whether of one type and priority the task with the latest {@code run_at} comes first
     * @param ageing the time of waiting that counts as a priority; null: none does
     * @param weight the queue's share of a node's room
     * @param pausedTypes types that are not worth a claim: it would lock their tasks, in the place of others, and let them go
     */
    record Preference(boolean lifo, @Nullable Duration ageing, int weight, Set<String> pausedTypes) {

        /** Of a queue that asks nothing. */
        public static final Preference NONE = new Preference(false, null, 1, Set.of());

        /** Whether claims may go on along what was seen last, in the one order that positions tell. */
        public boolean mayGoAlong() {
            return !lifo && ageing == null && pausedTypes.isEmpty();
        }
    }

    /** It may read from the database, once in a while. */
    Preference of(String queue);
}
