package io.github.rowmill.engine.store.claim;

import io.github.rowmill.task.Position;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a queue that a claim must lock, in the order of claiming.
 *
 * @param since the due time from which tasks are claimed. It keeps the claim from index entries of rows that were
 *     claimed before. Null for all tasks: if the youngest come first, and for times before 1970, which libraries
 *     and PostgreSQL convert differently
 * @param after the position after which tasks are claimed; null for all tasks
 * @param aged whether the groups keep the given order, which depends on how long their first tasks have waited
 * @param lifo whether the youngest tasks of a group come first; not combined with {@code after}
 */
public record Plan(
        String queue,
        List<Group> groups,
        @Nullable Instant since,
        @Nullable Position after,
        boolean aged,
        boolean lifo) {

    /** Groups of one claim. Each costs a statement, and the next claim continues with the others. */
    private static final int MAX_GROUPS = 50;

    private static final Comparator<Group> ORDER =
            Comparator.comparingInt(Group::priority).thenComparing(Group::type).thenComparingInt(Group::crashes);

    public Plan {
        List<Group> kept = groups.stream()
                .filter(group -> after == null || group.priority() >= after.priority())
                .toList();
        groups = aged ? kept : kept.stream().sorted(ORDER).toList();
        since = lifo || since == null || since.isBefore(Instant.EPOCH) ? null : since;
    }

    /** Creates a plan of the groups after a position, in the order of priorities. */
    public Plan(String queue, List<Group> groups, @Nullable Position after) {
        this(queue, groups, null, after, false, false);
    }

    /** Creates a plan of the tasks of these groups that are due at a time or later, in the order of priorities. */
    public Plan(String queue, List<Group> groups, Instant since) {
        this(queue, groups, since, null, false, false);
    }

    /** Creates a plan of all these groups. */
    public Plan(String queue, List<Group> groups) {
        this(queue, groups, null, null, false, false);
    }

    /** Returns whether tasks are claimed in the order of their positions. */
    public boolean isInOrder() {
        return !aged && !lifo;
    }

    /** Returns the plan without the groups of which a claim may take no task. */
    public Plan without(ClaimLimits.Scarce scarce) {
        List<Group> rest =
                groups.stream().filter(group -> !scarce.bars(group.type())).toList();
        return rest.size() == groups.size() ? this : new Plan(queue, rest, since, after, aged, lifo);
    }

    /** Returns this plan with the oldest tasks of each group first. */
    Plan oldestFirst() {
        return new Plan(queue, groups, since, after, aged, false);
    }

    /** Returns the groups by priority. Neighbours of the same priority share the room of the claim. */
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

    /** Returns whether there are more groups than one claim reads. */
    boolean isCut() {
        return groups.size() > MAX_GROUPS;
    }

    /** Returns the position after which to start in a group, or null to start at its first task. */
    @Nullable
    Position after(Group group) {
        if (after != null && after.priority() == group.priority()) {
            return after;
        }
        return since == null ? null : new Position(group.priority(), since, Long.MIN_VALUE);
    }
}
