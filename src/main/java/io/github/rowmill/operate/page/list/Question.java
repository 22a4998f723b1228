package io.github.rowmill.operate.page.list;

import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.engine.store.read.Count;
import io.github.rowmill.engine.store.read.TaskFilter;
import io.github.rowmill.operate.admin.TaskViews;
import io.github.rowmill.operate.http.PageRequest;
import io.github.rowmill.operate.page.Figures;
import java.util.List;

/**
 * What is asked before something is done to many tasks.
 *
 * @param tasks how many, in words
 * @param ids of those that were selected; empty: all that the query finds
 * @param back path of the list that it came from
 * @param fault why it cannot be done; empty: it can
 * @param areMany whether they are so many that a retry is better spread
 * @param given what a retry was said to change of them
 * @param isMended whether the fields for that are shown at once
 * @param mistake what is wrong with what was given; empty: nothing
 */
record Question(
        Bulk bulk,
        String tasks,
        List<Long> ids,
        String q,
        String back,
        String fault,
        boolean areMany,
        RetryOptions given,
        boolean isMended,
        String mistake) {

    /** As many as an other side that was just repaired may stumble over: by default they are spread. */
    private static final int MANY = 100;

    static Question of(BulkRequest request, TaskViews tasks) {
        if (!request.ids().isEmpty()) {
            return of(request, selected(request.ids()), "", false);
        }
        TaskFilter filter = PageRequest.filter(request.q());
        if (filter.terms().isEmpty()) {
            return of(request, "all tasks", "Nobody means all tasks: search for some first.", false);
        }
        Count found = tasks.count(filter);
        return of(request, Figures.count(found) + " tasks", "", found.number() >= MANY);
    }

    private static Question of(BulkRequest request, String tasks, String fault, boolean areMany) {
        return new Question(
                request.bulk(),
                tasks,
                request.ids(),
                request.q(),
                request.back(),
                fault,
                areMany,
                request.options(),
                request.isMended(),
                "");
    }

    /** The same with what is wrong with what was given. */
    Question mistaken(String what) {
        return new Question(bulk, tasks, ids, q, back, fault, areMany, given, true, what);
    }

    private static String selected(List<Long> ids) {
        return ids.size() == 1 ? "the selected task" : "the %s selected tasks".formatted(ids.size());
    }

    /** Whether when they are due again can be chosen. */
    public boolean canSpread() {
        return isOfQuery() && canMend();
    }

    /** Whether they can be changed. */
    public boolean canMend() {
        return !bulk.isHarm();
    }

    public boolean isOfQuery() {
        return ids.isEmpty();
    }
}
