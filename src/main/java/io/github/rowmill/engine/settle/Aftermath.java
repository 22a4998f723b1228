package io.github.rowmill.engine.settle;

import io.github.rowmill.task.Claimed;

/** What follows the end of an attempt, for features. It is told only of tasks that carry something: a key. */
public interface Aftermath {

    /** The verdict of a task is written, void or given up; the worker is about to be free. On the thread that settles. */
    void over(Claimed task);
}
