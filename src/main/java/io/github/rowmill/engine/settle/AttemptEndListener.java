package io.github.rowmill.engine.settle;

import io.github.rowmill.task.Claimed;

/** Receives the end of attempts, for features. It is called only for tasks that have a key. */
public interface AttemptEndListener {

    /**
     * Receives a task whose verdict is written, void or given up, on the settling thread. The worker is free soon
     * after.
     */
    void over(Claimed task);
}
