package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.engine.store.NewRow;
import java.util.List;

/** Gives new tasks what is to be carried to their handlers. It is asked on the thread that enqueues, in the caller's transaction if there is one. */
public interface ContextCapture {

    /** Begins an enqueue of these rows, which were checked. */
    Departure begin(List<NewRow> rows);

    /** An enqueue, from before the insert to after it. */
    interface Departure extends AutoCloseable {

        /**
         * The rows with what they carry.
         *
         * @throws io.github.rowmill.api.InvalidTaskException it is too much
         */
        List<NewRow> rows();

        /** They are inserted. */
        void sent(List<Enqueued> enqueued);

        /** The enqueue is over, whether they are or not. */
        @Override
        void close();
    }
}
