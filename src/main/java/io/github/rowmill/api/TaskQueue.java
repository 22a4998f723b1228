package io.github.rowmill.api;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The queue, to inject. Each method joins the caller's JTA transaction. If that is rolled back, nothing happened.
 * Once it is committed, a local worker wakes at once. Without a transaction, or if it has ended (in an observer of
 * {@code AFTER_SUCCESS}, for instance), each call has a transaction of its own.
 *
 * <p>Safe for all threads. All methods but {@link #enqueueAsync(NewTask)} wait for the database. On an event loop
 * they throw a {@code BlockingOperationNotAllowedException}. In a transaction that is marked for rollback they
 * throw an {@link IllegalStateException}.
 */
public interface TaskQueue {

    /**
     * Enqueues a task.
     *
     * @throws InvalidTaskException the payload breaks its constraints or cannot be stored, or a field is out of
     *     range
     * @throws PayloadTooLargeException the payload is larger than {@code rowmill.payload.max-size}
     * @throws DuplicateTaskException {@link OnDuplicate#REFUSE} was set, and another task holds the key
     * @throws QueueFullException the queue has reached the depth that its rules allow
     */
    Enqueued enqueue(NewTask task);

    /**
     * Enqueues many tasks in few statements. Either all are written, or none and an exception of
     * {@link #enqueue(NewTask)} is thrown.
     *
     * @return the result for each task, in the order given
     */
    List<Enqueued> enqueue(Collection<NewTask> tasks);

    /**
     * Enqueues a task on a worker thread without blocking the caller: for event loops. It joins no transaction of
     * the caller.
     *
     * @return completes when the task is stored, or with an exception of {@link #enqueue(NewTask)}
     */
    CompletionStage<Enqueued> enqueueAsync(NewTask task);

    /**
     * Publishes to a topic: enqueues a task with this payload for each subscriber, with the queue and the number of
     * attempts of the subscriber. If the topic has no subscribers, nothing is written.
     *
     * @return the result for each subscriber, in the order of their types
     * @throws InvalidTopicException the topic's name is invalid
     * @throws InvalidTaskException the payload does not fit the type of a subscriber that this application handles
     * @throws PayloadTooLargeException the payload is larger than {@code rowmill.payload.max-size}
     */
    default List<Enqueued> publish(String topic, Object payload) {
        return publish(topic, payload instanceof NewTask like ? like : NewTask.of("", payload));
    }

    /**
     * Publishes to a topic as {@link #publish(String, Object)} does, with the payload and the options of a task.
     * Each subscriber's task gets all of them. A unique key is unique within each subscriber.
     *
     * @param like a task without type and queue: {@code NewTask.of(payload).delay(hour)}
     * @throws InvalidTopicException the topic's name is invalid, or the task has a type or a queue
     * @throws InvalidTaskException as {@link #publish(String, Object)} throws it, or an option is out of range
     * @throws DuplicateTaskException {@link OnDuplicate#REFUSE} was set, and another task holds the key
     */
    List<Enqueued> publish(String topic, NewTask like);

    /**
     * Cancels a task. A queued task never runs. The attempt of an executing task is stopped at once if it runs on
     * this node, else at its next renewal: its thread is interrupted. The attempt cannot record an outcome any
     * more.
     *
     * @throws TaskNotFoundException no task has this id
     * @throws IllegalTransitionException the task is final already
     */
    void cancel(long id);

    /**
     * Queues a dead or cancelled task again, due at once and without its deadline. If all attempts were used up,
     * it gets one more.
     *
     * @throws TaskNotFoundException no task has this id
     * @throws IllegalTransitionException the task is neither dead nor cancelled
     * @throws DuplicateTaskException another task holds the unique key now
     * @throws InvalidTaskException the table does not accept the row any more, or a trigger refuses it
     */
    void retry(long id);

    /**
     * Queues a dead or cancelled task again as {@link #retry(long)} does, with a changed payload or another number
     * of attempts. No node can start the task before it is changed. The payload must fit the type. The task's keys
     * stay as they are.
     *
     * @throws InvalidPatchException the patch is not JSON
     * @throws InvalidTaskException the patched payload breaks its constraints, cannot be decrypted, or is signed
     *     together with the values that the task carries in its context; or as {@link #retry(long)} throws it
     * @throws PayloadTooLargeException the patched payload is larger than {@code rowmill.payload.max-size}
     */
    void retry(long id, RetryOptions options);

    /**
     * Sends a signal to a task. A handler receives it by {@link TaskSteps#awaitSignal}, on
     * whatever node, now or later: the signal is kept until a wait takes it, or the task is deleted. If the task waits
     * for the name, it is due within milliseconds of the commit, or some seconds later if this node dies before.
     * Signals of one name are received in the order of their sending, one by each wait.
     *
     * @param name 1 to 200 characters
     * @param payload the value that the wait returns. It is kept as JSON, encrypted if the payload of the task is, and
     *     has at most {@code rowmill.result.max-size}
     * @throws InvalidSignalException the name or the payload cannot be stored, or the payload is null as JSON or
     *     too large
     * @throws TaskNotFoundException no task has this id
     * @throws IllegalTransitionException the task has ended
     */
    void signal(long id, String name, Object payload);

    /**
     * Sends a signal as {@link #signal(long, String, Object)} does, to the task of a type that has not ended and holds
     * a unique key. So a webhook needs no id of a task.
     *
     * @param type the type that the task was enqueued with
     * @throws TaskNotFoundException no such task holds the key
     */
    void signal(String type, String uniqueKey, String name, Object payload);

    /**
     * Waits for the result of a task: the value that its handler returned, on this node or another one. The stage
     * completes within milliseconds of the commit, or some seconds later if a notification is lost. The first wait
     * for a task costs one write of its row. The call itself does not wait, so it is for all threads. It joins no
     * transaction.
     *
     * <p>The stage completes with null if the task completed without a result. It fails with:
     *
     * <ul>
     *   <li>{@link TaskFailedException}: the task is dead.
     *   <li>{@link TaskCancelledException}: it was cancelled.
     *   <li>{@link TaskGoneException}: it never existed, or was deleted, and its end is not known.
     *   <li>{@link InvalidResultException}: the result does not fit the class.
     *   <li>{@link EncryptedPayloadException}: this node cannot decrypt the result.
     *   <li>{@link IllegalStateException}: this node stops before the task has ended.
     * </ul>
     *
     * @throws IllegalStateException the current transaction has enqueued the task, so nobody can run it yet; or the
     *     caller is a handler, whose worker the task may need
     */
    <T> CompletionStage<@Nullable T> result(long id, Class<T> type);
}
