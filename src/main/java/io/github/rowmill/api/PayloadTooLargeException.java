package io.github.rowmill.api;

/** Thrown if a payload is too large at enqueue. Nothing is written. */
public final class PayloadTooLargeException extends RowmillException {

    public PayloadTooLargeException(String type, long bytes, long limit) {
        super(
                "a task of type '%s' was refused: its payload has %s bytes, rowmill.payload.max-size is %s; store the data elsewhere and enqueue a reference to it"
                        .formatted(type, bytes, limit));
    }
}
