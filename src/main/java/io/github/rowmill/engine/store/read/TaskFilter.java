package io.github.rowmill.engine.store.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks to look for.
 *
 * @param terms all must hold; none asks for all tasks
 * @param after the id of the last task of the page before; null: this is the first one
 */
public record TaskFilter(List<Term> terms, @Nullable Long after) {

    /** All tasks. */
    public static final TaskFilter ALL = new TaskFilter(List.of(), null);

    /** The one queue that the tasks must be of; empty: they may be of several. */
    public Optional<String> queue() {
        return one(Condition.QUEUE);
    }

    /** The one type that the tasks must be of; empty: they may be of several. */
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
     * @param queues the only ones that its tasks are of; null: they are of any
     * @param types the same of types
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

        /** Each queue with each type; the empty text stands for any. */
        private Stream<String[]> pairs() {
            return any(queues).flatMap(queue -> any(types).map(type -> new String[] {queue, type}));
        }

        private static Stream<String> any(@Nullable Set<String> names) {
            return names == null ? Stream.of("") : names.stream();
        }
    }

    /** The same of these parts only. */
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

    /** The same but for tasks of these types. */
    public TaskFilter without(Set<String> types) {
        List<Term> both = new ArrayList<>(terms);
        both.add(Term.of(Condition.TYPES, (Object) types.toArray(String[]::new)).not());
        return new TaskFilter(both, after);
    }

    /** Whether what is found tells of payloads. */
    public boolean asksForPayloads() {
        return terms.stream().map(Term::condition).anyMatch(Condition::isOfPayloads);
    }

    /** What payloads are asked to contain, or not to contain, as JSON. */
    public List<String> payloads() {
        return terms.stream()
                .filter(term -> term.condition().isOfPayloads())
                .flatMap(term -> term.values().stream())
                .map(String::valueOf)
                .toList();
    }

    /** The conditions, each led in by an {@code and}. */
    public String conditions() {
        StringBuilder conditions = new StringBuilder();
        terms.forEach(term -> conditions.append("   and ").append(term.sql()).append('\n'));
        return conditions.toString();
    }

    /** The values of the conditions, in order, and then those of the rest of the statement. */
    @Nullable
    Object[] parameters(Object... rest) {
        return parametersAfter(List.of(), rest);
    }

    /** The same behind those of the statement's head. */
    public @Nullable Object[] parametersAfter(List<Object> head, Object... rest) {
        List<@Nullable Object> parameters = new ArrayList<>(head);
        terms.forEach(term -> parameters.addAll(term.values()));
        parameters.addAll(List.of(rest));
        return parameters.toArray();
    }
}
