package io.github.rowmill.engine.context;

import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.task.Claimed;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Spans of enqueues and of attempts. */
public interface Spans {

    /** Whether there are any. */
    boolean isOn();

    /** Begins that of an enqueue, of one task or of many. */
    Sending send(List<NewRow> rows);

    /** Begins that of an attempt, and makes it current on this thread; {@code carried}: of its enqueue. */
    Processing process(Claimed task, Map<String, String> carried);

    /** Of an enqueue. */
    interface Sending {

        /** What tells attempts of it. */
        Map<String, String> carried();

        /** The tasks are there; it has failed if this is not said. */
        void sent(List<Enqueued> enqueued);

        /** Ends it. */
        void end();
    }

    /** Of an attempt. */
    interface Processing {

        /** Ends it, on the thread that began it; null: nobody knows how the attempt ended. */
        void end(@Nullable Ending ending);
    }
}
