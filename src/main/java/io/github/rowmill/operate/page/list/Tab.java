package io.github.rowmill.operate.page.list;

import io.github.rowmill.engine.read.Count;
import io.github.rowmill.engine.read.Statistics;
import io.github.rowmill.engine.read.Statistics.QueueCount;
import io.github.rowmill.operate.page.DisplayState;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A state to which the list can be narrowed.
 *
 * @param mood state of the tasks; null for all tasks
 * @param count number of tasks in the table, not in the search; empty if it is unknown or
 *     the viewer may not see it
 */
record Tab(@Nullable DisplayState mood, String path, String count, boolean isCurrent) {

    /** Returns the label of the tab. */
    public String label() {
        return mood == null ? "All" : mood.label();
    }

    /**
     * Returns the tabs of a search.
     *
     * @param statistics null if the viewer may not see them
     */
    static List<Tab> of(Search search, @Nullable Statistics statistics) {
        Search rest = search.inAny();
        List<Tab> tabs = new ArrayList<>();
        tabs.add(new Tab(null, rest.path(), "", rest.equals(search)));
        for (DisplayState mood : DisplayState.values()) {
            Search narrowed = rest.in(mood);
            boolean isCurrent = search.terms().containsAll(narrowed.terms())
                    && search.terms().size() == narrowed.terms().size();
            tabs.add(new Tab(mood, narrowed.path(), count(mood, statistics), isCurrent));
        }
        return tabs;
    }

    private static String count(DisplayState mood, @Nullable Statistics statistics) {
        if (statistics == null) {
            return "";
        }
        return switch (mood) {
            case SCHEDULED -> ofQueues(statistics, QueueCount::scheduled);
            case DUE -> ofQueues(statistics, QueueCount::due);
            case RETRYING -> Figures.count(statistics.retrying());
            default ->
                TaskStatus.find(mood.word())
                        .map(statistics::in)
                        .map(Figures::count)
                        .orElse("");
        };
    }

    private static String ofQueues(Statistics statistics, Function<QueueCount, Count> count) {
        if (!statistics.allQueues()) {
            return "";
        }
        return statistics.together().map(count).map(Figures::count).orElse("0");
    }
}
