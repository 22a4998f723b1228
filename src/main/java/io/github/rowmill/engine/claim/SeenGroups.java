package io.github.rowmill.engine.claim;

import io.github.rowmill.engine.store.claim.Group;
import io.github.rowmill.node.Recent;
import java.util.List;
import java.util.Map;

/**
 * What the last looks at a queue have shown. A queue in which look after look shows one type and one priority is claimed
 * from without a look when it is woken. Called under the claimer's lock.
 */
final class SeenGroups {

    /** Looks that must have shown the same: a queue of several types shows now the one and now the other. */
    private static final int ENOUGH_LOOKS = 3;

    private final Map<String, Shown> byQueue = new Recent<>();

    private record Shown(List<Group> groups, int looks) {}

    /** A look has shown that these groups hold something due; a look at an empty queue says nothing. */
    void shown(String queue, List<Group> groups) {
        if (!groups.isEmpty()) {
            byQueue.merge(queue, new Shown(groups, 1), SeenGroups::again);
        }
    }

    private static Shown again(Shown old, Shown seen) {
        return old.groups().equals(seen.groups()) ? new Shown(old.groups(), old.looks() + 1) : seen;
    }

    /** The groups that the last look has shown. */
    List<Group> last(String queue) {
        Shown shown = byQueue.get(queue);
        return shown == null ? List.of() : shown.groups();
    }

    /** The one group that a queue is likely to hold something of; empty: look first. */
    List<Group> alone(String queue) {
        Shown shown = byQueue.get(queue);
        if (shown == null || shown.groups().size() > 1 || shown.looks() < ENOUGH_LOOKS) {
            return List.of();
        }
        return shown.groups();
    }
}
