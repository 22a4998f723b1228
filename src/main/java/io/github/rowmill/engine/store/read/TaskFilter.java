package io.github.rowmill.engine.store.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
        return terms.stream()
                .filter(term -> term.condition() == Condition.QUEUE && !term.negated())
                .map(term -> String.valueOf(term.values().get(0)))
                .findFirst();
    }

    /** The same of these queues only. */
    public TaskFilter within(Set<String> queues) {
        List<Term> both = new ArrayList<>(terms);
        both.add(Term.of(Condition.QUEUES, (Object) queues.toArray(String[]::new)));
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
