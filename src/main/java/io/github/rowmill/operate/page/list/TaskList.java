package io.github.rowmill.operate.page.list;

import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.search.Query;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The list of tasks that a search finds.
 *
 * @param q as it was typed
 * @param wrong where it makes no sense; null: it does
 * @param late why it was given up; empty: it was not
 * @param newest ids of the newest that the search finds, by which those who look learn of others
 * @param older path of the next page; null: this is the last one
 */
record TaskList(
        String q,
        @Nullable Wrong wrong,
        List<Tab> tabs,
        Rail rail,
        List<Chip> chips,
        String late,
        List<Row> rows,
        List<Long> newest,
        boolean isFirst,
        @Nullable String older) {

    /** A term of the search, and the path of the search without it. */
    record Chip(String term, String path) {}

    /** What comes before the place that makes no sense, the rest, and what was expected there. */
    record Wrong(String before, String rest, String message) {

        static Wrong of(String q, Query.Misread misread) {
            int at = q.offsetByCodePoints(0, Math.min(misread.column() - 1, q.codePointCount(0, q.length())));
            return new Wrong(q.substring(0, at), q.substring(at), misread.message());
        }
    }

    /** What changes of it while somebody looks. */
    static TaskList live(List<Tab> tabs, List<Long> newest) {
        return new TaskList("", null, tabs, Rail.NONE, List.of(), "", List.of(), newest, true, null);
    }

    static List<Chip> chips(Search search) {
        return search.terms().stream()
                .map(term -> new Chip(term, search.without(term::equals).path()))
                .toList();
    }

    /** The ids of the newest, as the script reads them. */
    public String ids() {
        return newest.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** What is searched for, term by term, as a view has it. */
    public String text() {
        return chips.stream().map(Chip::term).collect(Collectors.joining(" "));
    }

    /** Whether what is searched for has no name yet. */
    public boolean canBeSaved() {
        return !chips.isEmpty() && rail.views().stream().noneMatch(Rail.View::isCurrent);
    }

    /** The path of its first page. */
    public String first() {
        return q.isEmpty() ? "tasks" : "tasks?q=" + Search.encoded(q);
    }

    /** How many there are, if that is known without counting; 0: it is not. */
    public int matches() {
        return isFirst && older == null ? rows.size() : 0;
    }

    /** How many are shown, and of how many. */
    public String size() {
        String tasks = rows.size() == 1 ? "1 task" : rows.size() + " tasks";
        return isFirst && older == null ? tasks + ", no more" : tasks + ", the newest first";
    }
}
