package io.github.rowmill.api;

/**
 * Thrown if the value that a handler or a step returned is too large to be kept. The task is dead at once, because
 * another attempt would return as much. The writes of a transactional handler are rolled back.
 */
public final class ResultTooLargeException extends RowmillException {

    public ResultTooLargeException(String type, long bytes, long limit) {
        super(
                "the handler of type '%s' returned a result of %s bytes, rowmill.result.max-size is %s; store the data elsewhere and return a reference to it"
                        .formatted(type, bytes, limit));
    }

    private ResultTooLargeException(String message) {
        super(message);
    }

    /** Returns the exception for the value of a step, the cursor of a loop included. */
    public static ResultTooLargeException ofStep(String step, long bytes, long limit) {
        return new ResultTooLargeException(
                "step '%s' returned a value of %s bytes, rowmill.result.max-size is %s; store the data elsewhere and return a reference to it"
                        .formatted(step, bytes, limit));
    }
}
