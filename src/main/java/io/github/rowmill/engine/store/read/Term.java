package io.github.rowmill.engine.store.read;

import io.github.rowmill.task.TaskStatus;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One condition with its values.
 *
 * @param negated whether it must not hold; a condition on what is null does not hold
 */
public record Term(Condition condition, boolean negated, List<@Nullable Object> values) {

    /** Queued after a failure; the table has no such state. */
    private static final String RETRYING = "retrying";

    /** The names of all states that can be asked for. */
    public static final List<String> STATES = Stream.concat(
                    Arrays.stream(TaskStatus.values()).map(TaskStatus::column), Stream.of(RETRYING))
            .toList();

    public Term {
        if (values.size() != condition.parameters()) {
            throw new IllegalArgumentException(
                    "%s takes %s values, was %s".formatted(condition, condition.parameters(), values.size()));
        }
    }

    /** It must hold. */
    public static Term of(Condition condition, @Nullable Object... values) {
        return new Term(condition, false, Collections.unmodifiableList(Arrays.asList(values)));
    }

    /** The task is in this state. */
    public static Term of(TaskStatus status) {
        return of(
                switch (status) {
                    case QUEUED -> Condition.QUEUED;
                    case WAITING -> Condition.WAITING;
                    default -> Condition.STATUS;
                },
                status.column());
    }

    /** The task is in the state of this name, one of {@link #STATES}; empty: there is none. */
    public static Optional<Term> ofState(String name) {
        return name.equals(RETRYING)
                ? Optional.of(of(Condition.RETRYING))
                : TaskStatus.find(name).map(Term::of);
    }

    /** The opposite. */
    public Term not() {
        return new Term(condition, !negated, values);
    }

    /** Whether it asks for what payloads contain. */
    public boolean isOfPayloads() {
        return condition.isOfPayloads();
    }

    String sql() {
        return "(" + condition.sql() + (negated ? ") is not true" : ")");
    }
}
