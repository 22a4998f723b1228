package io.github.rowmill.api;

/** Parent of everything Rowmill throws at an application; the message says what, which, and what to do. */
public abstract class RowmillException extends RuntimeException {

    protected RowmillException(String message) {
        super(message);
    }

    protected RowmillException(String message, Throwable cause) {
        super(message, cause);
    }
}
