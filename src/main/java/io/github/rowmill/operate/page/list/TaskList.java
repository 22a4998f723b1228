package io.github.rowmill.operate.page.list;

import io.github.rowmill.operate.admin.TaskView;
import io.github.rowmill.operate.page.Bulk;
import io.github.rowmill.operate.page.ConfirmedAction;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.search.Query;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The list of tasks that a search finds.
 *
 * @param q the search as it was typed
 * @param wrong the place at which the search makes no sense; null if it makes sense
 * @param late why the search was given up; empty if it was not
 * @param newest ids of the newest tasks that the search finds, by which an open page detects newer ones
 * @param older path of the next page; null if this is the last one
 */
record TaskList(
        String q,
        @Nullable Wrong wrong,
        List<Tab> tabs,
        SearchLinks rail,
        List<Chip> chips,
        String late,
        List<TaskView> rows,
        List<Long> newest,
        boolean isFirst,
        @Nullable String older) {

    /** A term of the search, and the path of the search without it. */
    record Chip(String term, String path) {}

    /**
     * A search that makes no sense.
     *
     * @param before the text before the fault
     * @param rest the text from the fault on
     * @param message what was expected there
     */
    record Wrong(String before, String rest, String message) {

        static Wrong of(String q, Query.Misread misread) {
            int at = q.offsetByCodePoints(0, Math.min(misread.column() - 1, q.codePointCount(0, q.length())));
            return new Wrong(q.substring(0, at), q.substring(at), misread.message());
        }
    }

    /** Returns the parts of the list that change while it is open. */
    static TaskList live(List<Tab> tabs, List<Long> newest) {
        return new TaskList("", null, tabs, SearchLinks.NONE, List.of(), "", List.of(), newest, true, null);
    }

    static List<Chip> chips(Search search) {
        return search.terms().stream()
                .map(term -> new Chip(term, search.without(term::equals).path()))
                .toList();
    }

    /** Returns the ids of the newest tasks as the script reads them. */
    public String ids() {
        return newest.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** Returns the terms of the search, as a saved view stores them. */
    public String text() {
        return chips.stream().map(Chip::term).collect(Collectors.joining(" "));
    }

    /** Returns whether the search can be saved, which means that it has terms and no name yet. */
    public boolean canBeSaved() {
        return !chips.isEmpty() && rail.views().stream().noneMatch(SearchLinks.View::isCurrent);
    }

    /** Returns the path of the first page. */
    public String first() {
        return q.isEmpty() ? "tasks" : "tasks?q=" + Search.encoded(q);
    }

    /** Returns the actions on the selected tasks. */
    public List<Bulk> bulks() {
        return ConfirmedAction.bulks();
    }

    /** Returns the number of tasks found if the first page holds all of them, else 0. */
    public int matches() {
        return isFirst && older == null ? rows.size() : 0;
    }

    /** Returns how many tasks are shown, and whether they are all. */
    public String size() {
        String tasks = rows.size() == 1 ? "1 task" : rows.size() + " tasks";
        return isFirst && older == null ? tasks + ", all shown" : tasks + ", newest first";
    }
}
