package io.github.rowmill.feature.lend;

import io.github.rowmill.engine.store.claim.Group;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Queues with due tasks, as one look found them. Claims remove what they have emptied, so that the claims of other
 * workers after the same look do not try it again.
 */
final class DueWork {

    private final Map<String, List<Group>> due;
    private final Set<String> quarantined;

    DueWork(Map<String, List<Group>> due, Set<String> quarantined) {
        this.due = new HashMap<>(due);
        this.quarantined = new HashSet<>(quarantined);
    }

    Set<String> queues() {
        return Set.copyOf(due.keySet());
    }

    Set<String> quarantined() {
        return quarantined;
    }

    /** Returns the groups of a queue that have one of these types, in the order of claiming. */
    List<Group> groups(String queue, Set<String> types) {
        return due.getOrDefault(queue, List.of()).stream()
                .filter(group -> types.contains(group.type()))
                .toList();
    }

    /** Notes that a queue holds no more due tasks of these types. */
    void empty(String queue, Set<String> types) {
        due.computeIfPresent(queue, (same, groups) -> {
            List<Group> rest = groups.stream()
                    .filter(group -> !types.contains(group.type()))
                    .toList();
            return rest.isEmpty() ? null : rest;
        });
    }
}
