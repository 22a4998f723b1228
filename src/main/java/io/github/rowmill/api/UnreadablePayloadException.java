package io.github.rowmill.api;

/**
 * Thrown if a stored payload does not fit its handler's class. The attempt fails; a later attempt may have a newer
 * class. Neither the message nor a cause contains values of the payload.
 */
public final class UnreadablePayloadException extends RowmillException {

    public UnreadablePayloadException(String type, String payload, String problem) {
        super("the payload of this task of type '%s' cannot be read as %s: %s; correct the column details or the class"
                .formatted(type, payload, problem));
    }
}
