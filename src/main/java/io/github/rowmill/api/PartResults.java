package io.github.rowmill.api;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The results of the tasks of a flow, by the part of the flow. */
public interface PartResults {

    /** Returns the id of the flow. */
    long id();

    /**
     * Returns the result of the only task of a part.
     *
     * @return null if it returned none, has not completed, or is deleted
     * @throws FlowPassedException the flow has no such part
     * @throws IllegalStateException the part has no task, or several
     */
    <T> @Nullable T result(String part, Class<T> type);

    /**
     * Returns the results of all completed tasks of a part that have one, in the order of their ids. They are
     * read by hundreds, while the stream is read.
     *
     * @throws FlowPassedException the flow has no such part
     */
    <T> Stream<T> results(String part, Class<T> type);

    /**
     * Returns the tasks of a part with their results, in the order of their ids. They are read by hundreds,
     * while the stream is read. For a part that starts although tasks before it have failed.
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
