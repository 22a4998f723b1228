package io.github.rowmill.api;

/**
 * Ends an attempt whose handler gives its worker back, see {@link TaskSteps#sleep}. A handler must not catch it.
 * It is an error, so that {@code catch (Exception e)} and retries around a call let it pass. If a handler catches
 * it nevertheless, the attempt ends in the same way, and what the handler returns is ignored.
 */
public final class TaskSuspended extends Error {

    public TaskSuspended(long id, String step) {
        super(
                "task %s gives its worker back in step '%s' and is called again later; do not catch this error"
                        .formatted(id, step),
                null,
                false,
                false);
    }
}
