package io.github.rowmill.api;

/**
 * Parent of all exceptions that Rowmill throws to an application. The message names the problem, the object, and
 * what the caller can do.
 */
public abstract class RowmillException extends RuntimeException {

    protected RowmillException(String message) {
        super(message);
    }

    protected RowmillException(String message, Throwable cause) {
        super(message, cause);
    }
}
