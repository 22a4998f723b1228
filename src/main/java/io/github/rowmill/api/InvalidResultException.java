package io.github.rowmill.api;

/**
 * Thrown if the value that a handler or a step returned cannot be kept as JSON, or if a kept one cannot be read
 * as the requested class. If a handler throws it, the task is dead at once. The message contains no values of the
 * result.
 */
public final class InvalidResultException extends RowmillException {

    private InvalidResultException(String message) {
        super(message);
    }

    /** Returns the exception for a value that cannot be kept. */
    public static InvalidResultException unwritable(String type, String result, String problem) {
        return new InvalidResultException(
                "the handler of type '%s' returned %s, which cannot be kept as JSON: %s; return a record, or nothing"
                        .formatted(type, result, problem));
    }

    /** Returns the exception for a value of a step that cannot be kept. */
    public static InvalidResultException unwritableStep(String step, String result, String problem) {
        return new InvalidResultException(
                "step '%s' returned %s, which cannot be kept as JSON: %s; return a record, or nothing"
                        .formatted(step, result, problem));
    }

    /** Returns the exception for a value of a step, or a signal, that does not fit the requested class. */
    public static InvalidResultException unreadableStep(String step, String wanted, String problem) {
        return new InvalidResultException(
                "the value of step '%s' cannot be read as %s: %s; give the step another name if its class has changed, or delete its row of rowmill_step"
                        .formatted(step, wanted, problem));
    }

    /** Returns the exception for a kept value that does not fit the requested class. */
    public static InvalidResultException unreadable(String type, String wanted, String problem) {
        return new InvalidResultException(
                "the result of this task of type '%s' cannot be read as %s: %s".formatted(type, wanted, problem));
    }
}
