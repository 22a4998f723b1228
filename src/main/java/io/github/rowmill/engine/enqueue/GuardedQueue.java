package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import java.util.Collection;
import java.util.List;

/** Enqueues for those who may not do everything. */
public interface GuardedQueue {

    /**
     * The same as {@link io.github.rowmill.api.TaskQueue#enqueue(Collection)} in the caller's transaction, but that somebody
     * is asked before tasks that hold unique keys are changed.
     */
    List<Enqueued> enqueue(Collection<NewTask> tasks, Encounter encounter);
}
