package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.task.Claimed;

/** Surrounds the attempts of handlers with the context that their tasks carry, with spans and with recording. */
public interface AttemptInterceptor {

    /** Returns the surroundings of an attempt that is about to begin. Must not fail. */
    Attempt of(Claimed task, TaskContext context);

    /** The surroundings of one attempt, on the thread of its handler. */
    interface Attempt {

        /**
         * Prepares the thread, before anything else.
         *
         * @throws Exception the task's context cannot be restored here; the attempt fails, and the handler is not
         *     called
         */
        void enter() throws Exception;

        /**
         * Records how the handler ended. The last call counts, because a commit may fail after the handler has
         * returned.
         */
        void ended(Ending ending);

        /** Cleans up the thread, after everything else, even if {@link #enter} failed. Must not fail. */
        void leave();
    }
}
