package io.github.rowmill.operate.page.list;

import io.github.rowmill.engine.store.read.Count;
import io.github.rowmill.engine.store.read.Statistics;
import io.github.rowmill.engine.store.read.Statistics.QueueCount;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Mood;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A state that the list can be narrowed to.
 *
 * @param mood of its tasks; null: all
 * @param count of the table, not of the search; empty: it is not known, or not for whoever looks
 */
record Tab(@Nullable Mood mood, String path, String count, boolean isCurrent) {

    /** What it is called. */
    public String label() {
        return mood == null ? "All" : mood.label();
    }

    /** The tabs of a search. @param statistics null: they are not for whoever looks */
    static List<Tab> of(Search search, @Nullable Statistics statistics) {
        Search rest = search.inAny();
        List<Tab> tabs = new ArrayList<>();
        tabs.add(new Tab(null, rest.path(), "", rest.equals(search)));
        for (Mood mood : Mood.values()) {
            Search narrowed = rest.in(mood);
            boolean isCurrent = search.terms().containsAll(narrowed.terms())
                    && search.terms().size() == narrowed.terms().size();
            tabs.add(new Tab(mood, narrowed.path(), count(mood, statistics), isCurrent));
        }
        return tabs;
    }

    private static String count(Mood mood, @Nullable Statistics statistics) {
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
