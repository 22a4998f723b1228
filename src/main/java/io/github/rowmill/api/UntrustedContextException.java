package io.github.rowmill.api;

/**
 * Thrown if the values a task carries are not signed as they should be. The attempt fails, and its handler is not
 * called.
 */
public final class UntrustedContextException extends RowmillException {

    public UntrustedContextException(long taskId, String type, String problem) {
        super("the context of task %s of type '%s' is not trusted: %s".formatted(taskId, type, problem));
    }
}
