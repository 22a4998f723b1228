package io.github.rowmill.engine.store.claim;

import java.util.Set;

/**
 * What a claim takes at most.
 *
 * @param found tasks that it looks for
 * @param tasks that it takes, of those that it has found and of others that the rules of their queue know of
 * @param recovered tasks among them that have crashed once: should one of them kill the node, all in hand go to quarantine
 * @param bytes of all payloads together; one task is taken however large it is
 * @param scarce types of which the claim takes fewer tasks than it has room for
 */
public record ClaimLimits(int found, int tasks, int recovered, long bytes, Scarce scarce) {

    /** Limits for tasks of all types alike. */
    public ClaimLimits(int found, int tasks, int recovered, long bytes) {
        this(found, tasks, recovered, bytes, Scarce.NONE);
    }

    /** Returns the same limits for a claim that looks for this many tasks. */
    ClaimLimits of(int looked) {
        return new ClaimLimits(looked, tasks, recovered, bytes, scarce);
    }

    /** At most {@code most} tasks of these types together. Tasks of other types are taken in their place. */
    public record Scarce(Set<String> types, int most) {

        /** No type is scarce. */
        public static final Scarce NONE = new Scarce(Set.of(), Integer.MAX_VALUE);

        /** Returns whether no task of this type may be taken. */
        public boolean bars(String type) {
            return most == 0 && types.contains(type);
        }
    }
}
