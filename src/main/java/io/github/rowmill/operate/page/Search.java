package io.github.rowmill.operate.page;

import io.github.rowmill.operate.search.Query;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A search as a list of terms, as they are written. Links to other searches are derived from it.
 *
 * @param terms if empty, all tasks are found
 */
public record Search(List<String> terms) {

    /** Matches text that needs no quotes around it. */
    private static final String PLAIN = "[^\\s\"\\\\]+";

    private static final String STATUS = "status";
    private static final String DUE = "run-at<=0s";
    private static final String NOT_DUE = "run-at>0s";

    /** The search for all tasks. */
    public static final Search ALL = new Search(List.of());

    public static Search of(Query.Understood query) {
        return new Search(query.written());
    }

    /** Returns a search for one value of a field. */
    public static Search of(String field, String value) {
        return new Search(List.of(term(field, value)));
    }

    private static String term(String field, String value) {
        String written =
                value.matches(PLAIN) ? value : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        return field + ":" + written;
    }

    /** Returns a copy with this value of a field, instead of another value. */
    public Search with(String field, String value) {
        return without(term -> term.startsWith(field + ":")).and(term(field, value));
    }

    /** Returns a copy for tasks in one state. */
    public Search in(DisplayState mood) {
        return switch (mood) {
            case SCHEDULED -> with(STATUS, "queued").and(NOT_DUE);
            case DUE -> with(STATUS, "queued").and(DUE);
            default -> with(STATUS, mood.word());
        };
    }

    /** Returns a copy for tasks in any state. */
    public Search inAny() {
        return without(term -> term.startsWith(STATUS + ":") || term.equals(NOT_DUE) || term.equals(DUE));
    }

    /** Returns a copy with one more term. */
    public Search and(String term) {
        List<String> more = new ArrayList<>(terms);
        more.add(term);
        return new Search(more);
    }

    /** Returns a copy without the terms that match. */
    public Search without(Predicate<String> dropped) {
        return new Search(terms.stream().filter(dropped.negate()).toList());
    }

    /** Returns the search as it is typed. */
    public String text() {
        return String.join(" ", terms);
    }

    /** Returns the path of its list of tasks, below {@code /rowmill/}. */
    public String path() {
        return terms.isEmpty() ? "tasks" : "tasks?q=" + encoded(text());
    }

    /** Encodes a text for an address. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
