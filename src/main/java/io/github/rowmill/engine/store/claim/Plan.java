package io.github.rowmill.engine.store.claim;

import io.github.rowmill.task.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a claim is to lock: these groups of a queue, in the order of claiming.
 *
 * @param after only what stands behind this position; null: all
 */
public record Plan(
        String queue, List<Group> groups, @Nullable Position after) {

    /** Groups of one claim: each costs a statement, and the next claim goes on with the others. */
    private static final int MAX_GROUPS = 50;

    private static final Comparator<Group> ORDER =
            Comparator.comparingInt(Group::priority).thenComparing(Group::type).thenComparingInt(Group::crashes);

    public Plan {
        groups = groups.stream()
                .filter(group -> after == null || group.priority() >= after.priority())
                .sorted(ORDER)
                .toList();
    }

    /** All of these groups. */
    public Plan(String queue, List<Group> groups) {
        this(queue, groups, null);
    }

    /** The groups by priority: those of one priority share what is claimed. */
    Collection<List<Group>> steps() {
        TreeMap<Integer, List<Group>> steps = new TreeMap<>();
        groups.stream()
                .limit(MAX_GROUPS)
                .forEach(group -> steps.computeIfAbsent(group.priority(), priority -> new ArrayList<>())
                        .add(group));
        return steps.values();
    }

    /** Whether there are more groups than one claim looks into. */
    boolean isCut() {
        return groups.size() > MAX_GROUPS;
    }

    /** Where to begin in a group; null: at its first task. */
    @Nullable
    Position after(Group group) {
        return after != null && after.priority() == group.priority() ? after : null;
    }
}
