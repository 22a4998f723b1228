package io.github.rowmill.engine.store.claim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Locks the tasks of a plan, priority after priority. */
final class Locking {

    private final DueTasks due;
    private final Shares shares;
    private final Plan plan;
    private final ClaimLimits most;
    private final List<DueTasks.Locked> locked = new ArrayList<>();
    private int found;
    private int recovered;
    private boolean isHeldBack;

    Locking(DueTasks due, Shares shares, Plan plan, ClaimLimits most) {
        this.due = due;
        this.shares = shares;
        this.plan = plan;
        this.most = most;
    }

    /** In the order of claiming. What another node holds counts as found, where groups share: the next claim goes on behind it. */
    List<DueTasks.Locked> lock() {
        for (List<Group> step : plan.steps()) {
            int limit = most.tasks() - found;
            if (limit > 0) {
                List<DueTasks.Locked> rows = new ArrayList<>();
                List<Shares.Share> shared = shares(step, limit);
                shared.forEach(share -> rows.addAll(lock(share.group(), share.count())));
                rows.sort(order());
                locked.addAll(rows);
                found += step.size() == 1
                        ? rows.size()
                        : shared.stream().mapToInt(Shares.Share::count).sum();
            }
        }
        return locked;
    }

    private List<Shares.Share> shares(List<Group> step, int limit) {
        Group first = step.get(0);
        return step.size() == 1 ? List.of(new Shares.Share(first, limit)) : shares.of(plan, step, limit);
    }

    private Comparator<DueTasks.Locked> order() {
        Comparator<DueTasks.Locked> oldestFirst = Comparator.comparing(DueTasks.Locked::position);
        return plan.lifo() ? oldestFirst.reversed() : oldestFirst;
    }

    /** Whether there may be more than was locked. */
    boolean mayHaveMore() {
        return found >= most.tasks() || isHeldBack || plan.isCut();
    }

    private List<DueTasks.Locked> lock(Group group, int limit) {
        if (!group.isRecovered()) {
            return due.of(plan, group, limit);
        }
        int allowed = Math.min(limit, Math.max(0, most.recovered() - recovered));
        List<DueTasks.Locked> rows = allowed == 0 ? List.of() : due.of(plan, group, allowed);
        recovered += rows.size();
        isHeldBack |= allowed < limit && rows.size() == allowed;
        return rows;
    }
}
