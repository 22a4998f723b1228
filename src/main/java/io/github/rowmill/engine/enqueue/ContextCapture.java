package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.engine.store.NewRow;
import java.util.List;

/**
 * Adds the context that new tasks carry to their handlers. Called on the thread that enqueues, in the caller's
 * transaction if there is one.
 */
public interface ContextCapture {

    /** Begins an enqueue of these rows, which have been checked. */
    Scope begin(List<NewRow> rows);

    /** An enqueue, from before the insert to after it. */
    interface Scope extends AutoCloseable {

        /**
         * Returns the rows with the context that they carry.
         *
         * @throws io.github.rowmill.api.InvalidTaskException the context is too large, or cannot be stored
         */
        List<NewRow> rows();

        /** Records that the rows were inserted. */
        void sent(List<Enqueued> enqueued);

        /** Ends the enqueue, whether or not the rows were inserted. */
        @Override
        void close();
    }
}
