package io.github.rowmill.api;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A flow as a task of it sees it, see {@link Flows#of}. Use it while the attempt lasts. */
public interface TaskFlow {

    /** Returns the id of the flow. */
    long id();

    /** Returns the name of the task's part. */
    String part();

    /**
     * Returns the result of the only task of a part.
     *
     * @return null if it returned none, has not completed, or is deleted
     * @throws FlowPassedException the flow has no such part
     * @throws IllegalStateException the part has no task, or several
     */
    <T> @Nullable T result(String part, Class<T> type);

    /**
     * Returns the results of all completed tasks of a part that have one, in the order of their ids. They are read by
     * thousands, while the stream is read.
     *
     * @throws FlowPassedException the flow has no such part
     */
    <T> Stream<T> results(String part, Class<T> type);

    /**
     * Returns the tasks of a part with their results, in the order of their ids. They are read by thousands, while the
     * stream is read. For a part that starts although tasks before it have failed.
     *
     * @throws FlowPassedException the flow has no such part
     */
    <T> Stream<TaskResult<T>> peek(String part, Class<T> type);

    /**
     * Counts the tasks of a part.
     *
     * @throws FlowPassedException the flow has no such part
     */
    FlowCounts counts(String part);

    /**
     * Adds tasks to a part: that of this task, a part after it, or another one that no part has passed. In a
     * {@code @Transactional} handler they are added if the task completes. In other handlers, they are added at once,
     * and again if the task is tried again.
     *
     * @return the ids of the new tasks, in the order given
     * @throws FlowPassedException as {@link Flows#add} throws it, or this attempt has lost its lease
     * @throws InvalidTaskException as {@link Flows#enqueue} throws it
     * @throws DuplicateTaskException as {@link Flows#enqueue} throws it
     */
    List<Long> add(String part, Collection<NewTask> tasks);

    /**
     * Adds tasks to a part as {@link #add(String, Collection)} does. Writes a thousand at a time, so that not all of
     * them are in memory.
     *
     * @return the number of new tasks
     */
    long add(String part, Stream<NewTask> tasks);

    /**
     * A task of a part with its result.
     *
     * @param status the task's status; null if the task is deleted
     * @param value the result; null for none
     * @param error the last failure; null for none
     */
    record TaskResult<T>(
            long id,
            @Nullable String status,
            @Nullable T value,
            @Nullable String error) {}
}
