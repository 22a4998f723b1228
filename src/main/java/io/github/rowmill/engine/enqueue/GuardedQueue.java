package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Enqueues tasks for callers with limited permissions. */
public interface GuardedQueue {

    /**
     * Enqueues tasks as {@link io.github.rowmill.api.TaskQueue#enqueue(Collection)} does, in the caller's
     * transaction. Calls {@code holderCheck} before it changes tasks that hold unique keys.
     */
    List<Enqueued> enqueue(Collection<NewTask> tasks, HolderCheck holderCheck);

    /**
     * Publishes as {@link io.github.rowmill.api.TaskQueue#publish(String, NewTask)} does, in the caller's
     * transaction. Calls {@code check} with the tasks of all subscribers before anything is written; if it throws,
     * nothing is. Calls {@code holderCheck} before it changes tasks that hold unique keys.
     */
    List<Enqueued> publish(String topic, NewTask like, Consumer<List<NewTask>> check, HolderCheck holderCheck);
}
