package io.github.rowmill.engine.store.claim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Locks the tasks of a plan, priority after priority. */
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
     * In the order of claiming, up to the first that crashed once too many have been taken of: nothing is claimed in its stead,
     * or a flood would pass it for ever. What another node holds counts as found, where groups share: the next claim goes on behind it.
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

    /** Whether there may be more than was locked. */
    boolean mayHaveMore() {
        return found >= most.found() || recovered > most.recovered() || plan.isCut();
    }

    /** Of those that crashed once no more than may be taken, and one that shows where the next stands. */
    private Stream<Row> rows(Group group, int limit) {
        int count = group.isRecovered() ? Math.min(limit, most.recovered() - recovered + 1) : limit;
        return due.of(plan, group, count).stream().map(task -> new Row(task, group.isRecovered()));
    }
}
