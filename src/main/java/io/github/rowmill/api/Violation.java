package io.github.rowmill.api;

/**
 * A problem of a refused task, schedule, rule or patch.
 *
 * @param field the path of the field: {@code queue}, {@code payload.customer.name}, {@code tasks[3].type}
 * @param message the rule and the value
 */
public record Violation(String field, String message) {

    @Override
    public String toString() {
        return field + ": " + message;
    }

    /** Returns this violation as seen from an object that holds its field under {@code prefix}. */
    public Violation under(String prefix) {
        return new Violation(prefix + field, message);
    }
}
