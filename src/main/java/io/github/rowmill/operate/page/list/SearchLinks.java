package io.github.rowmill.operate.page.list;

import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.view.SavedView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The links beside the list: searches with a name, and values that narrow the search. The values are known without
 * a query on the table of tasks.
 */
record SearchLinks(List<View> views, List<Facet> facets) {

    static final SearchLinks NONE = new SearchLinks(List.of(), List.of());

    /** A field with its values. */
    record Facet(String label, List<Value> values) {}

    /**
     * A search with a name.
     *
     * @param isSaved whether a user saved it, so that it can be deleted
     */
    record View(String name, String path, boolean isCurrent, boolean isSaved) {}

    /** A value, with the path of the search that it narrows. */
    record Value(String label, String path, boolean isCurrent) {}

    /** Most values of a field that are offered. Further values can be typed. */
    private static final int MAX = 12;

    private static final String CREATED = "created>";

    private static final Map<String, String> AGES =
            Map.of("15m", "last 15 min", "1h", "last hour", "1d", "last day", "7d", "last 7 days");

    private static final List<String> AGES_IN_ORDER = List.of("15m", "1h", "1d", "7d");

    /** Searches that are useful for any queue. */
    private static final List<SavedView> BUILT_IN = List.of(
            new SavedView("Dead in the last day", "status:dead finished>1d"),
            new SavedView("Overdue by an hour", "status:queued run-at<1h"),
            new SavedView("Running for 15 min", "status:executing started<15m"),
            new SavedView("Due within an hour", "status:queued run-at>0s run-at<in-1h"));

    static SearchLinks of(
            Search search,
            List<SavedView> saved,
            Collection<String> queues,
            Collection<String> types,
            Collection<String> nodes) {
        List<Facet> facets = new ArrayList<>();
        facets.add(facet(search, "Queue", "queue", queues));
        facets.add(facet(search, "Type", "type", types));
        facets.add(facet(search, "Executing on", "node", nodes));
        facets.add(new Facet(
                "Enqueued", AGES_IN_ORDER.stream().map(age -> age(search, age)).toList()));
        facets.removeIf(facet -> facet.values().isEmpty());
        return new SearchLinks(
                Stream.concat(
                                BUILT_IN.stream().map(each -> view(search, each, false)),
                                saved.stream().map(each -> view(search, each, true)))
                        .toList(),
                facets);
    }

    private static View view(Search search, SavedView view, boolean isSaved) {
        return new View(
                view.name(),
                "tasks?q=" + Search.encoded(view.query()),
                view.query().equals(search.text()),
                isSaved);
    }

    private static Facet facet(Search search, String label, String field, Collection<String> values) {
        return new Facet(
                label,
                values.stream()
                        .sorted()
                        .limit(MAX)
                        .map(value -> value(search, field, value))
                        .toList());
    }

    private static Value value(Search search, String field, String value) {
        Search narrowed = search.with(field, value);
        return new Value(
                value,
                narrowed.path(),
                search.terms().contains(narrowed.terms().get(narrowed.terms().size() - 1)));
    }

    private static Value age(Search search, String age) {
        Search narrowed = search.without(term -> term.startsWith(CREATED)).and(CREATED + age);
        return new Value(
                AGES.getOrDefault(age, age), narrowed.path(), search.terms().contains(CREATED + age));
    }
}
