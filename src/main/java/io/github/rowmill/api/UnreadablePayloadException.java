package io.github.rowmill.api;

/** A stored payload does not fit its handler's class: the attempt fails, and a later one may meet a newer class. Neither its text nor a cause tells of values. */
public final class UnreadablePayloadException extends RowmillException {

    public UnreadablePayloadException(String type, String payload, String problem) {
        super("the payload of this task of type '%s' cannot be read as %s: %s; correct the row's details or the class"
                .formatted(type, payload, problem));
    }
}
