package io.github.rowmill.engine.read;

import io.github.rowmill.task.TaskStatus;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A condition with its values.
 *
 * @param negated whether the condition must not hold; a condition on null does not hold
 */
public record Term(Condition condition, boolean negated, List<@Nullable Object> values) {

    /** Name of the state of tasks that are queued after a failure. The table has no such state. */
    private static final String RETRYING = "retrying";

    /** The names of all states that a search may use. */
    public static final List<String> STATES = Stream.concat(
                    Arrays.stream(TaskStatus.values()).map(TaskStatus::column), Stream.of(RETRYING))
            .toList();

    public Term {
        if (values.size() != condition.parameters()) {
            throw new IllegalArgumentException(
                    "%s takes %s values, was %s".formatted(condition, condition.parameters(), values.size()));
        }
    }

    /** Returns a term whose condition must hold. */
    public static Term of(Condition condition, @Nullable Object... values) {
        return new Term(condition, false, Collections.unmodifiableList(Arrays.asList(values)));
    }

    /** Returns a term for tasks in this state. */
    public static Term of(TaskStatus status) {
        return of(
                switch (status) {
                    case QUEUED -> Condition.QUEUED;
                    case WAITING -> Condition.WAITING;
                    default -> Condition.STATUS;
                },
                status.column());
    }

    /**
     * Returns a term for tasks in the state of this name, one of {@link #STATES}, or empty if there is no such
     * state.
     */
    public static Optional<Term> ofState(String name) {
        return name.equals(RETRYING)
                ? Optional.of(of(Condition.RETRYING))
                : TaskStatus.find(name).map(Term::of);
    }

    /** Returns the negation of this term. */
    public Term not() {
        return new Term(condition, !negated, values);
    }

    /** Returns whether the condition concerns contents of payloads. */
    public boolean isOfPayloads() {
        return condition.isOfPayloads();
    }

    String sql() {
        return "(" + condition.sql() + (negated ? ") is not true" : ")");
    }
}
