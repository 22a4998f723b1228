package io.github.rowmill.engine.store.claim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Locks the tasks of a plan, one priority after the other. */
final class Locking {

    private final DueTasks due;
    private final Shares shares;
    private final Plan plan;
    private final ClaimLimits most;
    private final List<DueTasks.Locked> locked = new ArrayList<>();
    private int found;
    private int recovered;

    Locking(DueTasks due, Shares shares, Plan plan, ClaimLimits most) {
        this.due = due;
        this.shares = shares;
        this.plan = plan;
        this.most = most;
    }

    /**
     * Locks tasks in the order of claiming. It stops at the first task that crashed once after the limit of such
     * tasks was taken. Nothing is claimed instead of this task, because a flood of tasks would overtake it
     * forever. If groups share a priority, tasks that another node holds count as found, and the next claim
     * continues after them.
     */
    List<DueTasks.Locked> lock() {
        for (List<Group> step : plan.steps()) {
            int limit = most.found() - found;
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

    private record Row(DueTasks.Locked task, boolean isRecovered) {}

    private void take(Row row) {
        recovered += row.isRecovered() ? 1 : 0;
        if (recovered <= most.recovered()) {
            locked.add(row.task());
        }
    }

    private List<Shares.Share> shares(List<Group> step, int limit) {
        Group first = step.get(0);
        return step.size() == 1 ? List.of(new Shares.Share(first, limit)) : shares.of(plan, step, limit);
    }

    private Comparator<Row> order() {
        Comparator<Row> oldestFirst = Comparator.comparing(row -> row.task().position());
        return plan.lifo() ? oldestFirst.reversed() : oldestFirst;
    }

    /** Returns whether there may be more tasks than were locked. */
    boolean mayHaveMore() {
        return found >= most.found() || recovered > most.recovered() || plan.isCut();
    }

    /**
     * Returns tasks of a group. For tasks that crashed once, it reads one more than may be taken, which marks
     * where the next one stands.
     */
    private Stream<Row> rows(Group group, int limit) {
        int count = group.isRecovered() ? Math.min(limit, most.recovered() - recovered + 1) : limit;
        return due.of(plan, group, count).stream().map(task -> new Row(task, group.isRecovered()));
    }
}
