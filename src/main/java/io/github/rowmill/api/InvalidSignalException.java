package io.github.rowmill.api;

/**
 * Thrown if a signal cannot be sent, because of its name or its payload. Nothing is written. The message contains
 * no values of the payload.
 */
public final class InvalidSignalException extends RowmillException {

    private final Violation violation;

    /**
     * Creates the exception.
     *
     * @param part the part of the signal: {@code name}, {@code payload}, or a field such as {@code payload.account}
     * @param problem what the part must be
     */
    public InvalidSignalException(String part, String problem) {
        super("the signal cannot be sent: its %s %s".formatted(part, problem));
        this.violation = new Violation(part, problem);
    }

    /** Returns the part of the signal, and the rule that it breaks. */
    public Violation violation() {
        return violation;
    }
}
