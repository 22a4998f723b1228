package io.github.rowmill.engine.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A filter of tasks.
 *
 * @param terms the conditions, which must all hold; empty for all tasks
 * @param after the id of the last task of the page before; null for the first page
 */
public record TaskFilter(List<Term> terms, @Nullable Long after) {

    public TaskFilter {
        boolean isOfFlow = terms.stream().anyMatch(term -> term.condition() == Condition.FLOW && !term.negated());
        terms = isOfFlow ? terms.stream().map(TaskFilter::withMembers).toList() : terms;
    }

    /** Returns the term that also finds tasks that wait for their part. Beside a flow, no index of keys is needed. */
    private static Term withMembers(Term term) {
        return term.condition() == Condition.WAITING ? new Term(Condition.STATUS, term.negated(), term.values()) : term;
    }

    /** The filter that matches all tasks. */
    public static final TaskFilter ALL = new TaskFilter(List.of(), null);

    /** Returns the one queue that the tasks must be of, or empty if they may be of several. */
    public Optional<String> queue() {
        return one(Condition.QUEUE);
    }

    /** Returns the one type that the tasks must be of, or empty if they may be of several. */
    public Optional<String> type() {
        return one(Condition.TYPE);
    }

    private Optional<String> one(Condition condition) {
        return terms.stream()
                .filter(term -> term.condition() == condition && !term.negated())
                .map(term -> String.valueOf(term.values().get(0)))
                .findFirst();
    }

    /**
     * A part of all tasks.
     *
     * @param queues the queues of its tasks; null for any
     * @param types the types of its tasks; null for any
     */
    public record Part(
            @Nullable Set<String> queues, @Nullable Set<String> types) {

        private List<Term> terms() {
            List<Term> terms = new ArrayList<>();
            if (queues != null) {
                terms.add(Term.of(Condition.QUEUES, (Object) queues.toArray(String[]::new)));
            }
            if (types != null) {
                terms.add(Term.of(Condition.TYPES, (Object) types.toArray(String[]::new)));
            }
            return terms;
        }

        /** Returns each queue with each type. The empty text stands for any name. */
        private Stream<String[]> pairs() {
            return any(queues).flatMap(queue -> any(types).map(type -> new String[] {queue, type}));
        }

        private static Stream<String> any(@Nullable Set<String> names) {
            return names == null ? Stream.of("") : names.stream();
        }
    }

    /** Returns this filter, limited to tasks of these parts. */
    public TaskFilter within(List<Part> parts) {
        List<Term> both = new ArrayList<>(terms);
        if (parts.size() == 1) {
            both.addAll(parts.get(0).terms());
        } else {
            List<String[]> pairs = parts.stream().flatMap(Part::pairs).toList();
            both.add(Term.of(
                    Condition.PARTS,
                    pairs.stream().map(pair -> pair[0]).toArray(String[]::new),
                    pairs.stream().map(pair -> pair[1]).toArray(String[]::new)));
        }
        return new TaskFilter(both, after);
    }

    /** Returns this filter without tasks of these types. */
    public TaskFilter without(Set<String> types) {
        List<Term> both = new ArrayList<>(terms);
        both.add(Term.of(Condition.TYPES, (Object) types.toArray(String[]::new)).not());
        return new TaskFilter(both, after);
    }

    /** Returns whether the result of the filter reveals contents of payloads. */
    public boolean asksForPayloads() {
        return terms.stream().map(Term::condition).anyMatch(Condition::isOfPayloads);
    }

    /** Returns the JSON that payloads must contain, or must not contain. */
    public List<String> payloads() {
        return terms.stream()
                .filter(term -> term.condition().isOfPayloads())
                .flatMap(term -> term.values().stream())
                .map(String::valueOf)
                .toList();
    }

    /** Returns the conditions, each preceded by {@code and}. */
    public String conditions() {
        StringBuilder conditions = new StringBuilder();
        terms.forEach(term -> conditions.append("   and ").append(term.sql()).append('\n'));
        return conditions.toString();
    }

    /** Returns the values of the conditions in order, followed by those of the rest of the statement. */
    @Nullable
    Object[] parameters(Object... rest) {
        return parametersAfter(List.of(), rest);
    }

    /**
     * Returns the values of the statement's head, of the conditions and of the rest of the statement, in order.
     */
    public @Nullable Object[] parametersAfter(List<Object> head, Object... rest) {
        List<@Nullable Object> parameters = new ArrayList<>(head);
        terms.forEach(term -> parameters.addAll(term.values()));
        parameters.addAll(List.of(rest));
        return parameters.toArray();
    }
}
