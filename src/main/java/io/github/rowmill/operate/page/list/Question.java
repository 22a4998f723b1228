package io.github.rowmill.operate.page.list;

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
 */
record Question(Bulk bulk, String tasks, List<Long> ids, String q, String back, String fault, boolean areMany) {

    /** As many as an other side that was just repaired may stumble over: by default they are spread. */
    private static final int MANY = 100;

    static Question of(BulkRequest request, TaskViews tasks) {
        if (!request.ids().isEmpty()) {
            return new Question(
                    request.bulk(), selected(request.ids()), request.ids(), request.q(), request.back(), "", false);
        }
        TaskFilter filter = PageRequest.filter(request.q());
        if (filter.terms().isEmpty()) {
            String fault = "Nobody means all tasks: search for some first.";
            return new Question(request.bulk(), "all tasks", List.of(), "", "tasks", fault, false);
        }
        Count found = tasks.count(filter);
        return new Question(
                request.bulk(),
                Figures.count(found) + " tasks",
                List.of(),
                request.q(),
                request.back(),
                "",
                found.number() >= MANY);
    }

    private static String selected(List<Long> ids) {
        return ids.size() == 1 ? "the selected task" : "the %s selected tasks".formatted(ids.size());
    }

    /** Whether when they are due again can be chosen. */
    public boolean canSpread() {
        return isOfQuery() && !bulk.isHarm();
    }

    public boolean isOfQuery() {
        return ids.isEmpty();
    }
}
