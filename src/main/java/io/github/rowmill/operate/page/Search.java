package io.github.rowmill.operate.page;

import io.github.rowmill.operate.search.Query;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A search as a list of terms as they are written, of which links to other searches are made.
 *
 * @param terms none finds all tasks
 */
public record Search(List<String> terms) {

    /** What needs quotes around it. */
    private static final String PLAIN = "[^\\s\"\\\\]+";

    private static final String STATUS = "status";
    private static final String DUE = "run-at<=0s";
    private static final String NOT_DUE = "run-at>0s";

    /** Finds all tasks. */
    public static final Search ALL = new Search(List.of());

    public static Search of(Query.Understood query) {
        return new Search(query.written());
    }

    /** A search for one value of a field. */
    public static Search of(String field, String value) {
        return new Search(List.of(term(field, value)));
    }

    private static String term(String field, String value) {
        String written =
                value.matches(PLAIN) ? value : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        return field + ":" + written;
    }

    /** The same with this value of a field, instead of another one. */
    public Search with(String field, String value) {
        return without(term -> term.startsWith(field + ":")).and(term(field, value));
    }

    /** The same for tasks of one state. */
    public Search in(Mood mood) {
        return switch (mood) {
            case SCHEDULED -> with(STATUS, "queued").and(NOT_DUE);
            case DUE -> with(STATUS, "queued").and(DUE);
            default -> with(STATUS, mood.word());
        };
    }

    /** The same for tasks of whatever state. */
    public Search inAny() {
        return without(term -> term.startsWith(STATUS + ":") || term.equals(NOT_DUE) || term.equals(DUE));
    }

    /** The same with one more term. */
    public Search and(String term) {
        List<String> more = new ArrayList<>(terms);
        more.add(term);
        return new Search(more);
    }

    /** The same without some terms. */
    public Search without(Predicate<String> dropped) {
        return new Search(terms.stream().filter(dropped.negate()).toList());
    }

    /** As it is typed. */
    public String text() {
        return String.join(" ", terms);
    }

    /** The path of its list, below {@code /rowmill/}. */
    public String path() {
        return terms.isEmpty() ? "tasks" : "tasks?q=" + encoded(text());
    }

    /** A text as part of an address. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
