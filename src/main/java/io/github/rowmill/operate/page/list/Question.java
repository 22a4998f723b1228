package io.github.rowmill.operate.page.list;

import io.github.rowmill.engine.read.Count;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.feature.job.BulkAction;
import io.github.rowmill.operate.admin.TaskViews;
import io.github.rowmill.operate.http.PageRequest;
import io.github.rowmill.operate.page.Figures;
import java.util.List;

/**
 * The question before an action on many tasks.
 *
 * @param tasks the number of tasks, in words
 * @param fault why the action is not possible; empty if it is possible
 * @param areMany whether a retry should be spread, because of the number of tasks
 * @param isMended whether the fields for changes to the tasks are shown at once
 * @param mistake the fault in the entered changes; empty if there is none
 */
record Question(BulkRequest request, String tasks, String fault, boolean areMany, boolean isMended, String mistake) {

    /**
     * Number of tasks from which a retry is spread by default. A remote system that was just repaired may
     * not bear them all at once.
     */
    private static final int MANY = 100;

    static Question of(BulkRequest request, TaskViews tasks) {
        if (!request.ids().isEmpty()) {
            return of(request, selected(request.ids()), "", false);
        }
        TaskFilter filter = PageRequest.filter(request.q());
        if (filter.terms().isEmpty()) {
            return of(request, "all tasks", "An action on all tasks needs a search. Search for some first.", false);
        }
        Count found = tasks.count(filter);
        return of(request, Figures.count(found) + " tasks", "", found.number() >= MANY);
    }

    private static Question of(BulkRequest request, String tasks, String fault, boolean areMany) {
        return new Question(request, tasks, fault, areMany, request.isMended(), "");
    }

    /** Returns a copy that shows a fault in the entered changes. */
    Question mistaken(String what) {
        return new Question(request, tasks, fault, areMany, true, what);
    }

    private static String selected(List<Long> ids) {
        return ids.size() == 1 ? "the selected task" : "the %s selected tasks".formatted(ids.size());
    }

    /** Returns whether the user can choose over which time the tasks become due. */
    public boolean canSpread() {
        return isOfQuery() && canMend();
    }

    /** Returns whether the user can change the tasks. Only a retry does that. */
    public boolean canMend() {
        return request.bulk().action() == BulkAction.RETRY;
    }

    public boolean isOfQuery() {
        return request.ids().isEmpty();
    }
}
