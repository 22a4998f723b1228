package io.github.rowmill.api;

/**
 * Thrown by a step of an attempt that does not hold its task any more. Its lease has expired and the task was
 * recovered, or the task was cancelled. The step is not recorded. The attempt can record nothing, so the handler
 * should end.
 */
public final class LeaseLostException extends RowmillException {

    public LeaseLostException(long id, String attemptKey, String step) {
        super(
                "attempt %s does not hold task %s any more, so step '%s' is not recorded; let this exception end the handler"
                        .formatted(attemptKey, id, step));
    }
}
