package io.github.rowmill.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several tasks of one type, for a handler that takes them in one call. The handler has the annotation
 * {@code @Handles(value = "index-doc", batch = 500)}, and takes a {@code Batch<Doc>} in place of the payload.
 *
 * <p>If the handler returns, each task succeeds for which it chose nothing else. If the handler is
 * {@code @Transactional}, its writes and the outcomes of all tasks are committed together.
 *
 * <p>If the handler throws an exception, its choices are dropped, its transaction is rolled back, and the tasks are run
 * again in two halves. This repeats until the task that fails is alone. Only that one uses up an attempt. Tasks
 * that have failed before are always run alone. If the handler exceeds its timeout, each of its tasks uses up an attempt.
 *
 * <p>Use it on the thread of the handler.
 *
 * @param <P> the payload of each task
 */
public interface Batch<P> extends Iterable<Batch.Item<P>> {

    /** Returns the number of tasks: at least 1, and at most the {@code batch} of the type. */
    int size();

    /** Returns the payloads, in the order of the tasks. */
    List<P> payloads();

    /** Returns the tasks, in the order of their claims. */
    List<Item<P>> items();

    /**
     * A task of a batch.
     *
     * @param <P> its payload
     */
    interface Item<P> {

        /** Returns the payload of the task. */
        P payload();

        /** Returns the attempt of the task. */
        TaskContext task();

        /**
         * Keeps a result with this task, as a handler of single tasks does by returning a value. The last choice
         * counts.
         *
         * @throws ResultTooLargeException it is larger than {@code rowmill.result.max-size}
         * @throws InvalidResultException it cannot be kept as JSON
         */
        default void succeed(Object result) {
            settle(Outcome.succeeded(result));
        }

        /**
         * Chooses the outcome of this task: another attempt later, a later start, or no further attempt. The last
         * choice counts.
         */
        void settle(Outcome outcome);

        /**
         * Fails the attempt of this task. {@link OnFailure} and the type's backoff decide what follows, as if a
         * handler had thrown this exception.
         */
        void fail(Throwable cause);

        /** {@return the chosen outcome; null if the task succeeds unless the handler fails} */
        @Nullable
        Outcome outcome();
    }
}
