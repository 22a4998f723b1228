package io.github.rowmill.api;

import org.jspecify.annotations.Nullable;

/**
 * A handler as a bean: implement this interface with the payload's class and annotate the bean {@link Handles}.
 *
 * @param <P> the payload, a record that Jackson can write and read
 */
public interface TaskHandler<P> {

    /**
     * Runs one attempt.
     *
     * @return null, or a value that is kept as the result, if the attempt succeeded; an {@link Outcome} to choose
     *     the outcome; or a {@code Uni}, {@code CompletionStage} or {@code Future} of these, whose result is waited
     *     for within the timeout
     * @throws Exception the attempt failed; {@link OnFailure} and the type's backoff decide what follows
     */
    @Nullable
    Object handle(P payload, TaskContext task) throws Exception;
}
