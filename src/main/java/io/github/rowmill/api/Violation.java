package io.github.rowmill.api;

/**
 * One thing wrong with a task that was to be enqueued.
 *
 * @param field where: {@code queue}, {@code payload.customer.name}, {@code tasks[3].type}
 * @param message the rule and the value
 */
public record Violation(String field, String message) {

    @Override
    public String toString() {
        return field + ": " + message;
    }

    /** The same violation, seen from an object that holds this one under {@code prefix}. */
    public Violation under(String prefix) {
        return new Violation(prefix + field, message);
    }
}
