package io.github.rowmill.api;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Flows, to inject: tasks with an order among them. Each method joins the caller's JTA transaction, or has one of its
 * own. If that is rolled back, nothing happened.
 *
 * <p>Safe for all threads. All methods wait for the database. On an event loop they throw a
 * {@code BlockingOperationNotAllowedException}. In a transaction that is marked for rollback they throw an
 * {@link IllegalStateException}.
 */
public interface Flows {

    /**
     * Enqueues all tasks of a flow, or none. Each task carries the caller's context, as {@link TaskQueue#enqueue}
     * captures it.
     *
     * <p>The delay of a task begins when its part starts. Its deadline begins now. A unique key is held from now on.
     *
     * @throws InvalidFlowException a name, a key or the number of parts or tasks is out of range
     * @throws InvalidTaskException a task is invalid, see {@link TaskQueue#enqueue}
     * @throws PayloadTooLargeException a payload is larger than {@code rowmill.payload.max-size}
     * @throws DuplicateTaskException another task holds the unique key of a task
     */
    EnqueuedFlow enqueue(Flow flow);

    /**
     * Adds tasks to a part of a flow, from outside. Tasks of the flow use {@link TaskFlow#add}. Parts of the flow
     * cannot start until the caller's transaction ends, so keep that short.
     *
     * @return the ids of the new tasks, in the order given
     * @throws FlowNotFoundException no flow has this id
     * @throws FlowPassedException the flow has ended or is cancelled, has no such part, or a part after it has started
     * @throws InvalidTaskException as {@link #enqueue} throws it
     * @throws DuplicateTaskException as {@link #enqueue} throws it
     */
    List<Long> add(long id, String part, Collection<NewTask> tasks);

    /**
     * Returns the flow of a task, for its handler.
     *
     * @param task the attempt that the handler runs in
     * @throws IllegalStateException the task belongs to no flow
     */
    TaskFlow of(TaskContext task);

    /**
     * Returns the results of the tasks of a flow, also of one that has failed or has not ended. Its methods read
     * them, and find no part if there is no such flow.
     */
    PartResults results(long id);

    /** {@return the flow with its parts, or empty if no flow has this id} */
    Optional<FlowView> find(long id);

    /**
     * Cancels all tasks of a flow that have not ended. None of them starts any more. The tasks of a large flow are
     * cancelled one thousand after the other, also after the commit.
     *
     * @throws FlowNotFoundException no flow has this id
     * @throws FlowPassedException the flow has ended
     */
    void cancel(long id);

    /**
     * Queues all tasks of a flow again that are dead or cancelled. Tasks whose part has not started wait again. A flow
     * that has ended is open again. Completed tasks stay as they are, and no part starts twice.
     *
     * @return the number of tasks that are queued or wait again
     * @throws FlowNotFoundException no flow has this id
     * @throws FlowPassedException another flow has its unique key now
     */
    long retry(long id);

    /**
     * Starts a part that is held because a task before it has failed.
     *
     * @throws FlowNotFoundException no flow has this id
     * @throws FlowPassedException the part is not held
     */
    void letGo(long id, String part);
}
