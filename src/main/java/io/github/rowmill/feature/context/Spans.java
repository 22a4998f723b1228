package io.github.rowmill.feature.context;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.task.Claimed;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates the spans of enqueues and of attempts. */
public interface Spans {

    /** Returns whether spans are created. */
    boolean isOn();

    /** Begins the span of an enqueue of one or more tasks. */
    Sending send(List<NewRow> rows);

    /**
     * Begins the span of an attempt, and makes it current on this thread. {@code carried} is the context of its
     * enqueue.
     */
    Processing process(Claimed task, Map<String, String> carried);

    /** The span of an enqueue. */
    interface Sending {

        /** Returns the values that link attempts to this span. */
        Map<String, String> carried();

        /** Records that the tasks were inserted. Without this call, the enqueue has failed. */
        void sent(List<Enqueued> enqueued);

        /** Ends the span. */
        void end();
    }

    /** The span of an attempt. */
    interface Processing {

        /**
         * Ends the span, on the thread that began it. {@code ending} is null if the ending of the attempt is
         * unknown.
         */
        void end(@Nullable Ending ending);
    }
}
