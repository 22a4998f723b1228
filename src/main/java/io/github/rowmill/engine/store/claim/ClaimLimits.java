package io.github.rowmill.engine.store.claim;

import java.util.Set;

/**
 * The limits of a claim.
 *
 * @param toFind number of tasks to search for
 * @param tasks number of tasks to take, of those found and of others that the rules of their queue add
 * @param recovered number of tasks among them that have crashed once; if one of them kills the node, all of these
 *     tasks on the node go to quarantine
 * @param bytes size of all payloads together; a single task is taken whatever its size
 * @param scarce types of which the claim takes fewer tasks than it has room for
 */
public record ClaimLimits(int toFind, int tasks, int recovered, long bytes, Scarce scarce) {

    /** Limits for tasks of all types alike. */
    public ClaimLimits(int toFind, int tasks, int recovered, long bytes) {
        this(toFind, tasks, recovered, bytes, Scarce.NONE);
    }

    /** Returns the same limits for a claim that looks for this many tasks. */
    ClaimLimits of(int most) {
        return new ClaimLimits(most, tasks, recovered, bytes, scarce);
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
