package io.github.rowmill.api;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The queue, to inject. A method joins the caller's JTA transaction. If that is rolled back, nothing happened. Once it is
 * committed, a local worker wakes at once. Without a transaction, or when it has ended (in an observer of
 * {@code AFTER_SUCCESS}, for instance), each call is one of its own.
 *
 * <p>Safe for all threads. All methods but {@link #enqueueAsync(NewTask)} wait for the database. On an event loop they throw a
 * {@code BlockingOperationNotAllowedException}. In a transaction that is marked for rollback they throw an
 * {@link IllegalStateException}.
 */
public interface TaskQueue {

    /**
     * Enqueues a task.
     *
     * @throws InvalidTaskException the payload breaks its constraints or cannot be stored, or a field is out of range
     * @throws PayloadTooLargeException the payload is larger than {@code rowmill.payload.max-size}
     * @throws DuplicateTaskException {@link OnDuplicate#REFUSE} was asked for, and another task holds the key
     */
    Enqueued enqueue(NewTask task);

    /**
     * Enqueues many tasks in few statements: all of them, or none and an exception of {@link #enqueue(NewTask)}.
     *
     * @return what became of each, in the order given
     */
    List<Enqueued> enqueue(Collection<NewTask> tasks);

    /**
     * Enqueues a task on a worker thread, and waits for nothing: for event loops. It joins no transaction of the caller's.
     *
     * @return completes when the task is stored, or with an exception of {@link #enqueue(NewTask)}
     */
    CompletionStage<Enqueued> enqueueAsync(NewTask task);

    /**
     * Cancels a task. A queued one never runs; of an executing one the attempt is told at once if it runs on this node,
     * else at its next renewal, its thread is interrupted, and whatever it does, it cannot record an outcome.
     *
     * @throws TaskNotFoundException there is no such task
     * @throws IllegalTransitionException the task is final already
     */
    void cancel(long id);

    /**
     * Queues a dead or cancelled task again, due at once, with one attempt more if all were used up and without its deadline.
     *
     * @throws TaskNotFoundException there is no such task
     * @throws IllegalTransitionException the task is neither dead nor cancelled
     * @throws DuplicateTaskException another task holds the unique key by now
     * @throws InvalidTaskException the row holds what the table does not take any more, or a trigger refuses it
     */
    void retry(long id);

    /**
     * Queues a dead or cancelled task again as {@link #retry(long)} does, with a changed payload or another number of attempts.
     * No node can start it before it is changed. The payload must fit the type. Its keys stay as they are.
     *
     * @throws InvalidPatchException the patch is no JSON
     * @throws InvalidTaskException the payload breaks its constraints with the patch, cannot be decrypted, or is signed together
     *     with what the task carries in its context; or as with {@link #retry(long)}
     * @throws PayloadTooLargeException the payload is larger than {@code rowmill.payload.max-size} with the patch
     */
    void retry(long id, RetryOptions options);
}
