package io.github.rowmill.feature.lend;

import io.github.rowmill.engine.store.claim.Group;
import io.github.rowmill.engine.store.claim.Groups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Due tasks as one look found them. Claims remove what they have emptied and what cannot start, so that the claims of
 * other workers after the same look do not try it again.
 */
final class DueWork {

    private final Map<String, List<Group>> due;
    private final List<Groups.Seen> quarantined;

    private DueWork(Map<String, List<Group>> due, List<Groups.Seen> quarantined) {
        this.due = new HashMap<>(due);
        this.quarantined = quarantined;
    }

    static DueWork of(Map<String, List<Group>> due, List<Groups.Seen> quarantined) {
        return new DueWork(due, new ArrayList<>(quarantined));
    }

    /**
     * Returns the result of a look at some queues after this one at all queues. Both have the same tasks in
     * quarantine.
     */
    DueWork then(Map<String, List<Group>> later) {
        return new DueWork(later, quarantined);
    }

    Set<String> queues() {
        return Set.copyOf(due.keySet());
    }

    Set<String> quarantinedQueues() {
        return quarantined.stream().map(Groups.Seen::queue).collect(Collectors.toSet());
    }

    /** Returns the groups in quarantine of a queue that have one of these types. */
    List<Groups.Seen> quarantined(String queue, Set<String> types) {
        return quarantined.stream().filter(seen -> isOf(seen, queue, types)).toList();
    }

    /** Notes that no task in quarantine of these types can start now. */
    void noneStarts(String queue, Set<String> types) {
        quarantined.removeIf(seen -> isOf(seen, queue, types));
    }

    private static boolean isOf(Groups.Seen seen, String queue, Set<String> types) {
        return seen.queue().equals(queue) && types.contains(seen.group().type());
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
