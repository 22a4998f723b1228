package io.github.rowmill.engine.store.claim;

import io.github.rowmill.task.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a claim is to lock: these groups of a queue, in the order of claiming.
 *
 * @param after only what stands behind this position; null: all
 * @param aged whether the groups are in an order of their own, which tells how long their first tasks wait
 * @param lifo whether of a group the youngest come first; not together with {@code after}
 */
public record Plan(
        String queue, List<Group> groups, @Nullable Position after, boolean aged, boolean lifo) {

    /** Groups of one claim: each costs a statement, and the next claim goes on with the others. */
    private static final int MAX_GROUPS = 50;

    private static final Comparator<Group> ORDER =
            Comparator.comparingInt(Group::priority).thenComparing(Group::type).thenComparingInt(Group::crashes);

    public Plan {
        List<Group> kept = groups.stream()
                .filter(group -> after == null || group.priority() >= after.priority())
                .toList();
        groups = aged ? kept : kept.stream().sorted(ORDER).toList();
    }

    /** The groups behind a position, in the order of priorities. */
    public Plan(String queue, List<Group> groups, @Nullable Position after) {
        this(queue, groups, after, false, false);
    }

    /** All of these groups. */
    public Plan(String queue, List<Group> groups) {
        this(queue, groups, null);
    }

    /** Whether tasks are claimed in the one order that positions tell. */
    public boolean isInOrder() {
        return !aged && !lifo;
    }

    /** Returns the plan without the groups that a claim may take no task of. */
    public Plan without(ClaimLimits.Scarce scarce) {
        List<Group> rest =
                groups.stream().filter(group -> !scarce.bars(group.type())).toList();
        return rest.size() == groups.size() ? this : new Plan(queue, rest, after, aged, lifo);
    }

    /** The same, with the oldest of each group first. */
    Plan oldestFirst() {
        return new Plan(queue, groups, after, aged, false);
    }

    /** The groups by priority: neighbours of one priority share what is claimed. */
    List<List<Group>> steps() {
        List<List<Group>> steps = new ArrayList<>();
        for (Group group : groups.subList(0, Math.min(groups.size(), MAX_GROUPS))) {
            List<Group> last = steps.isEmpty() ? List.of() : steps.get(steps.size() - 1);
            if (last.isEmpty() || last.get(0).priority() != group.priority()) {
                last = new ArrayList<>();
                steps.add(last);
            }
            last.add(group);
        }
        return steps;
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
