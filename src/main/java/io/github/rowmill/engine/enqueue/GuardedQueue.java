package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import java.util.Collection;
import java.util.List;

/** Enqueues tasks for callers with limited permissions. */
public interface GuardedQueue {

    /**
     * Enqueues tasks as {@link io.github.rowmill.api.TaskQueue#enqueue(Collection)} does, in the caller's
     * transaction. Calls {@code encounter} before it changes tasks that hold unique keys.
     */
    List<Enqueued> enqueue(Collection<NewTask> tasks, HolderCheck encounter);
}
