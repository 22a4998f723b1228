package io.github.rowmill.operate.search;

import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.engine.read.Term;
import io.github.rowmill.text.Storable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A parsed query: its terms, all of which must hold, or the first place that makes no sense.
 *
 * <p>Example: {@code type:reminder status:dead error:"timed out" payload.account:a-2093 created>15m}.
 */
public sealed interface Query {

    /** Most characters of a query. */
    int MAX_LENGTH = 2000;

    /** Most terms of a query. Each is a condition that the database checks for each row. */
    int MAX_TERMS = 20;

    /** Placeholder for a part that is not shown. */
    String HIDDEN = "***";

    /**
     * A query that makes sense. If it has no terms, it finds all tasks.
     *
     * @param written the terms as they are written in the query
     */
    record Understood(List<Term> terms, List<String> written) implements Query {}

    /**
     * The first place of a query that makes no sense.
     *
     * @param column of the character at fault, counted from 1
     * @param message what was expected there
     */
    record Misread(int column, String message) implements Query {

        @Override
        public String toString() {
            return "column %s: %s".formatted(column, message);
        }
    }

    /** Returns the names of all fields, each with each sign that may follow it. */
    static List<String> fields() {
        return Field.ALL.stream().flatMap(field -> field.beginnings().stream()).toList();
    }

    /** Parses any text as a query. */
    static Query of(String text) {
        try {
            return understood(text);
        } catch (MisreadException e) {
            return new Misread(text.codePointCount(0, e.at()) + 1, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns whether a query searches payloads, and so reveals something of them. True also for a
     * query that makes no sense.
     */
    static boolean tellsOfPayloads(String text) {
        return !(of(text) instanceof Understood understood)
                || understood.terms().stream().anyMatch(Term::isOfPayloads);
    }

    /**
     * Returns the only queue that a query finds tasks of, or empty if there may be several or it makes no sense.
     */
    static Optional<String> queue(String text) {
        return of(text) instanceof Understood understood
                ? new TaskFilter(understood.terms(), null).queue()
                : Optional.empty();
    }

    /**
     * Returns the only type that a query finds tasks of, or empty if there may be several or it makes no sense.
     */
    static Optional<String> type(String text) {
        return of(text) instanceof Understood understood
                ? new TaskFilter(understood.terms(), null).type()
                : Optional.empty();
    }

    /**
     * Returns a query without values of payloads, for users who may not see them. If it
     * makes no sense, it is hidden.
     */
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
        Set<Field> asked = new HashSet<>();
        List<Term> terms = new ArrayList<>();
        List<String> written = new ArrayList<>();
        while (cursor.isAtTerm()) {
            if (terms.size() == MAX_TERMS) {
                throw cursor.misread("a query has at most %s terms".formatted(MAX_TERMS));
            }
            int from = cursor.at();
            Clause clause = Clause.read(cursor);
            if (clause.isOfOneValue() && !asked.add(clause.field())) {
                throw clause.misread("%s is in the query twice, and a task has only one".formatted(clause.field()));
            }
            terms.add(Terms.of(clause));
            written.add(text.substring(from, cursor.at()));
        }
        return new Understood(terms, written);
    }
}
