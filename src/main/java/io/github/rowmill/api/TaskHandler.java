package io.github.rowmill.api;

import org.jspecify.annotations.Nullable;

/**
 * A handler as a bean: implement it with the payload's class and annotate the bean {@link Handles}.
 *
 * @param <P> the payload, a record that Jackson can write and read
 */
public interface TaskHandler<P> {

    /**
     * Runs one attempt.
     *
     * @return null or any value: the attempt succeeded; an {@link Outcome}: what it says; a {@code Uni},
     *     {@code CompletionStage} or {@code Future}: what it comes to, which is waited for within the timeout
     * @throws Exception the attempt failed; what follows is up to {@link OnFailure} and the type's backoff
     */
    @Nullable
    Object handle(P payload, TaskContext task) throws Exception;
}
