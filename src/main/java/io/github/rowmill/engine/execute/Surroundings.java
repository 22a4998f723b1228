package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.task.Claimed;

/** What surrounds the attempts of handlers: what their tasks carry, and who looks on. */
public interface Surroundings {

    /** Of an attempt that is about to begin. It must not fail. */
    Attempt of(Claimed task, TaskContext context);

    /** One attempt, on the thread of its handler. */
    interface Attempt {

        /**
         * Before anything else.
         *
         * @throws Exception what the task carries cannot be had here: the attempt has failed, and the handler is not called
         */
        void enter() throws Exception;

        /** How the handler ended. What is said last holds, as a commit may fail after the handler has returned. */
        void ended(Ending ending);

        /** After everything, {@link #enter} failed or not. It must not fail. */
        void leave();
    }
}
