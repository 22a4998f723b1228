package io.github.rowmill.api;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** A flow as a task of it sees it, see {@link Flows#of}. Use it while the attempt lasts. */
public interface TaskFlow extends PartResults {

    /** Returns the name of the task's part. */
    String part();

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
}
