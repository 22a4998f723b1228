package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.store.claim.Group;
import io.github.rowmill.node.RecentEntries;
import java.util.List;
import java.util.Map;

/**
 * Remembers the results of the last looks at each queue. If several looks in a row show only one type and one
 * priority, a woken queue is claimed from without a look. Called under the claimer's lock.
 */
final class SeenGroups {

    /**
     * Number of looks that must have shown the same group. A queue of several types shows one type in one look and
     * another in the next.
     */
    private static final int ENOUGH_LOOKS = 3;

    private final Map<String, Shown> byQueue = new RecentEntries<>();

    private record Shown(List<Group> groups, int looks) {}

    /** Records the groups that a look has shown to hold something due. A look at an empty queue is ignored. */
    void shown(String queue, List<Group> groups) {
        if (!groups.isEmpty()) {
            byQueue.merge(queue, new Shown(groups, 1), SeenGroups::again);
        }
    }

    private static Shown again(Shown old, Shown seen) {
        return old.groups().equals(seen.groups()) ? new Shown(old.groups(), old.looks() + 1) : seen;
    }

    /** Returns the groups that the last look has shown. */
    List<Group> last(String queue) {
        Shown shown = byQueue.get(queue);
        return shown == null ? List.of() : shown.groups();
    }

    /** Returns the one group that a queue is likely to hold something of; empty if a look must come first. */
    List<Group> alone(String queue) {
        Shown shown = byQueue.get(queue);
        if (shown == null || shown.groups().size() > 1 || shown.looks() < ENOUGH_LOOKS) {
            return List.of();
        }
        return shown.groups();
    }
}
