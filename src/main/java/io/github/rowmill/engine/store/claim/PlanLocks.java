package io.github.rowmill.engine.store.claim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Locks the tasks of a plan, one priority after the other. */
final class PlanLocks {

    private final DueTasks due;
    private final Shares shares;
    private final Plan plan;
    private final ClaimLimits most;
    private final List<DueTasks.Locked> locked = new ArrayList<>();
    private int found;
    private int recovered;
    private int scarce;
    private boolean cut;

    PlanLocks(DueTasks due, Shares shares, Plan plan, ClaimLimits most) {
        this.due = due;
        this.shares = shares;
        this.plan = plan;
        this.most = most;
    }

    /**
     * Locks tasks in the order of claiming. It stops at the first task that crashed once after the limit of such
     * tasks was taken. Nothing is claimed instead of this task, because a flood of tasks would overtake it
     * forever. Tasks of scarce types are passed over when enough of them are taken. If groups share a priority,
     * tasks that another node holds count as found, and the next claim continues after them.
     */
    List<DueTasks.Locked> lock() {
        for (List<Group> step : plan.steps()) {
            int limit = most.toFind() - found;
            if (limit > 0 && recovered <= most.recovered()) {
                List<Shares.Share> shared = shares(step, limit);
                List<Row> rows = shared.stream()
                        .flatMap(share -> rows(share.group(), share.count()))
                        .sorted(order())
                        .toList();
                found += step.size() == 1
                        ? rows.size()
                        : shared.stream().mapToInt(Shares.Share::count).sum();
                rows.forEach(this::take);
            }
        }
        return locked;
    }

    private record Row(DueTasks.Locked task, Group group) {}

    private void take(Row row) {
        recovered += row.group().isRecovered() ? 1 : 0;
        scarce += isScarce(row.group()) ? 1 : 0;
        if (recovered <= most.recovered()) {
            locked.add(row.task());
        }
    }

    /** If scarce groups would get more than they may, they share what they may, and the others share the rest. */
    private List<Shares.Share> shares(List<Group> step, int limit) {
        boolean alone = step.size() == 1;
        List<Shares.Share> all = sharesOf(step, limit, alone);
        int left = Math.max(0, most.scarce().most() - scarce);
        int asked = all.stream()
                .filter(share -> isScarce(share.group()))
                .mapToInt(Shares.Share::count)
                .sum();
        if (asked <= left) {
            return all;
        }
        cut = true;
        Map<Boolean, List<Group>> groups = step.stream().collect(Collectors.partitioningBy(this::isScarce));
        return Stream.concat(
                        sharesOf(groups.getOrDefault(true, List.of()), left, alone).stream(),
                        sharesOf(groups.getOrDefault(false, List.of()), limit - left, alone).stream())
                .toList();
    }

    /** {@code alone}: of their step, so that what is locked shows how many there are. */
    private List<Shares.Share> sharesOf(List<Group> groups, int limit, boolean alone) {
        if (groups.isEmpty() || limit == 0) {
            return List.of();
        }
        return alone ? List.of(new Shares.Share(groups.get(0), limit)) : shares.of(plan, groups, limit);
    }

    private boolean isScarce(Group group) {
        return most.scarce().types().contains(group.type());
    }

    private Comparator<Row> order() {
        Comparator<Row> oldestFirst = Comparator.comparing(row -> row.task().position());
        return plan.lifo() ? oldestFirst.reversed() : oldestFirst;
    }

    /** Returns whether there may be more tasks than were locked. */
    boolean mayHaveMore() {
        return found >= most.toFind() || recovered > most.recovered() || plan.isCut();
    }

    /** Returns whether tasks of scarce types may have been passed over. */
    boolean hasPassedOver() {
        return cut && scarce >= most.scarce().most();
    }

    /**
     * Returns tasks of a group. For tasks that crashed once, it reads one more than may be taken, which marks
     * where the next one stands.
     */
    private Stream<Row> rows(Group group, int limit) {
        int count = group.isRecovered() ? Math.min(limit, most.recovered() - recovered + 1) : limit;
        return due.of(plan, group, count).stream().map(task -> new Row(task, group));
    }
}
