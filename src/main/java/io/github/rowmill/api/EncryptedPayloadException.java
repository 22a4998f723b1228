package io.github.rowmill.api;

/**
 * Thrown if this node cannot decrypt a stored payload. The attempt fails; a later attempt may run on a node that
 * has the key.
 */
public final class EncryptedPayloadException extends RowmillException {

    public EncryptedPayloadException(String type, String problem) {
        super(message(type, problem));
    }

    public EncryptedPayloadException(String type, String problem, Throwable cause) {
        super(message(type, problem), cause);
    }

    private static String message(String type, String problem) {
        return "the payload of this task of type '%s' cannot be decrypted: %s".formatted(type, problem);
    }
}
