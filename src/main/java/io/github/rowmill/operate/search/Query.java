package io.github.rowmill.operate.search;

import io.github.rowmill.engine.store.read.TaskFilter;
import io.github.rowmill.engine.store.read.Term;
import io.github.rowmill.text.Storable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A query as it was understood: terms, all of which must hold, or where it was not.
 *
 * <p>Example: {@code type:reminder status:dead error:"timed out" payload.account:a-2093 created>15m}.
 */
public sealed interface Query {

    /** Most characters of a query. */
    int MAX_LENGTH = 2000;

    /** Most terms of a query: each is a condition that the database looks at for each row. */
    int MAX_TERMS = 20;

    /** What stands for what is not shown. */
    String HIDDEN = "***";

    /**
     * What is asked for; no term asks for all tasks.
     *
     * @param written the same terms as they stand in the query
     */
    record Understood(List<Term> terms, List<String> written) implements Query {}

    /**
     * The first place that makes no sense.
     *
     * @param column of the character at fault, from 1 on
     * @param message what was expected there
     */
    record Misread(int column, String message) implements Query {

        @Override
        public String toString() {
            return "column %s: %s".formatted(column, message);
        }
    }

    /** The names of all fields, each with the signs that may follow it. */
    static List<String> fields() {
        return Arrays.stream(Field.values())
                .flatMap(field -> field.beginnings().stream())
                .toList();
    }

    /** Reads a query, whatever was typed. */
    static Query of(String text) {
        try {
            return understood(text);
        } catch (MisreadException e) {
            return new Misread(text.codePointCount(0, e.at()) + 1, String.valueOf(e.getMessage()));
        }
    }

    /** Whether a query asks for payloads, and so tells of them; of one that makes no sense that is not known. */
    static boolean tellsOfPayloads(String text) {
        return !(of(text) instanceof Understood understood)
                || understood.terms().stream().anyMatch(Term::isOfPayloads);
    }

    /** The one queue that it asks for; empty: it asks for several, or makes no sense. */
    static Optional<String> queue(String text) {
        return of(text) instanceof Understood understood
                ? new TaskFilter(understood.terms(), null).queue()
                : Optional.empty();
    }

    /** The one type that it asks for; empty: it asks for several, or makes no sense. */
    static Optional<String> type(String text) {
        return of(text) instanceof Understood understood
                ? new TaskFilter(understood.terms(), null).type()
                : Optional.empty();
    }

    /** A query as it may be shown to those who may not see payloads. */
    static String withoutPayloads(String text) {
        if (!(of(text) instanceof Understood understood)) {
            return HIDDEN;
        }
        return IntStream.range(0, understood.terms().size())
                .mapToObj(i -> understood.terms().get(i).isOfPayloads()
                        ? "payload:" + HIDDEN
                        : understood.written().get(i))
                .collect(Collectors.joining(" "));
    }

    private static Understood understood(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new MisreadException(MAX_LENGTH, "a query has at most %s characters".formatted(MAX_LENGTH));
        }
        if (Storable.isUnstorable(text)) {
            throw new MisreadException(0, "a query " + Storable.UNSTORABLE);
        }
        Cursor cursor = new Cursor(text);
        Set<Field> asked = EnumSet.noneOf(Field.class);
        List<Term> terms = new ArrayList<>();
        List<String> written = new ArrayList<>();
        while (cursor.isAtTerm()) {
            if (terms.size() == MAX_TERMS) {
                throw cursor.misread("a query has at most %s terms".formatted(MAX_TERMS));
            }
            int from = cursor.at();
            Clause clause = Clause.read(cursor);
            if (clause.isOfOneValue() && !asked.add(clause.field())) {
                throw clause.misread("%s is asked for twice, and a task has one".formatted(clause.field()));
            }
            terms.add(Terms.of(clause));
            written.add(text.substring(from, cursor.at()));
        }
        return new Understood(terms, written);
    }
}
