package io.github.rowmill.operate.page.list;

import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.search.Query;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Completes a search while it is typed. */
final class Completion {

    private static final int MAX = 10;
    private static final char QUOTE = '"';

    private Completion() {}

    /**
     * Returns whole searches, each with the last word completed. It returns none if the search ends within quotes.
     *
     * @param known returns the known values of a field, or none if the field has none
     */
    static List<String> of(String q, Function<String, Collection<String>> known) {
        if (q.chars().filter(c -> c == QUOTE).count() % 2 == 1) {
            return List.of();
        }
        int from = q.lastIndexOf(' ') + 1;
        boolean isNegated = q.startsWith("-", from);
        String word = q.substring(isNegated ? from + 1 : from);
        String before = q.substring(0, q.length() - word.length());
        return words(word, known)
                .filter(candidate -> candidate.startsWith(word) && !candidate.equals(word))
                .limit(MAX)
                .map(before::concat)
                .toList();
    }

    private static Stream<String> words(String word, Function<String, Collection<String>> known) {
        int colon = word.indexOf(':');
        if (colon < 0) {
            return Query.fields().stream();
        }
        String field = word.substring(0, colon);
        return known.apply(field).stream()
                .sorted()
                .map(value -> Search.of(field, value).text());
    }
}
