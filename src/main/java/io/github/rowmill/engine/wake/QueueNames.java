package io.github.rowmill.engine.wake;

import java.util.HashSet;
import java.util.Set;

/** The queues that wait for the next round: a few by their names, more than that as all. Safe for all threads. */
final class QueueNames {

    /** Stands for all queues: the payload of a plain {@code notify rowmill}. */
    static final String ALL = "";

    /** Beyond this, one round over whatever holds tasks costs less than asking each; and names that mean nothing cost no more. */
    static final int MAX = 10;

    private final Set<String> names = new HashSet<>();

    /** Adds a name; whether it is the first, so that a round is wanted. */
    synchronized boolean add(String name) {
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

    /** Takes all names out. */
    synchronized Set<String> take() {
        Set<String> taken = Set.copyOf(names);
        names.clear();
        return taken;
    }
}
