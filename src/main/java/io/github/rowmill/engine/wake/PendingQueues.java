package io.github.rowmill.engine.wake;

import java.util.HashSet;
import java.util.Set;

/**
 * The queues that wait for the next round: up to {@link #MAX} names, or all queues if there are more. Thread-safe.
 */
public final class PendingQueues {

    /** Stands for all queues: the payload of a plain {@code notify rowmill}. */
    public static final String ALL = "";

    /**
     * Largest number of names. A round over all queues that hold tasks costs less than a claim for each of more
     * names. The limit also bounds the cost of meaningless names.
     */
    static final int MAX = 10;

    private final Set<String> names = new HashSet<>();

    /** Adds a name. Returns whether it is the first, so that a round must be started. */
    public synchronized boolean add(String name) {
        boolean first = names.isEmpty();
        if (names.contains(ALL)) {
            return false;
        }
        names.add(name);
        if (name.equals(ALL) || names.size() > MAX) {
            names.clear();
            names.add(ALL);
        }
        return first;
    }

    /** Removes and returns all names. */
    public synchronized Set<String> take() {
        Set<String> taken = Set.copyOf(names);
        names.clear();
        return taken;
    }
}
