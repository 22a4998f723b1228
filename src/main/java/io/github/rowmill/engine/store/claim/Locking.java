package io.github.rowmill.engine.store.claim;

import io.github.rowmill.task.Position;
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

    /** In the order of claiming. */
    List<DueTasks.Locked> lock() {
        for (List<Group> step : plan.steps()) {
            if (found < most.tasks()) {
                lock(step, most.tasks() - found);
            }
        }
        return locked;
    }

    /** Whether there may be more than was locked. */
    boolean mayHaveMore() {
        return found >= most.tasks() || isHeldBack || plan.isCut();
    }

    /** What another node holds counts as found: the next claim goes on behind it. */
    private void lock(List<Group> step, int limit) {
        if (step.size() == 1) {
            List<DueTasks.Locked> rows = lock(step.get(0), limit);
            locked.addAll(rows);
            found += rows.size();
            return;
        }
        Position after = plan.after(step.get(0));
        List<Shares.Share> first = shares.of(plan.queue(), step, after, limit);
        first.stream()
                .flatMap(share -> lock(share.group(), share.count()).stream())
                .sorted(Comparator.comparing(DueTasks.Locked::position))
                .forEach(locked::add);
        found += first.stream().mapToInt(Shares.Share::count).sum();
    }

    private List<DueTasks.Locked> lock(Group group, int limit) {
        if (!group.isRecovered()) {
            return due.of(plan.queue(), group, plan.after(group), limit);
        }
        int allowed = Math.min(limit, Math.max(0, most.recovered() - recovered));
        List<DueTasks.Locked> rows = allowed == 0 ? List.of() : due.of(plan.queue(), group, plan.after(group), allowed);
        recovered += rows.size();
        isHeldBack |= allowed < limit && rows.size() == allowed;
        return rows;
    }
}
