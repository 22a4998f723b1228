package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.node.NoObservers;
import io.github.rowmill.payload.PayloadCodec;
import java.util.List;

/** Converts new tasks to rows, for tests without CDI. */
public final class NewRows {

    private final Rows rows;

    public NewRows(Handlers handlers, PayloadCodec codec) {
        rows = new Rows(handlers, codec, TestConfig.defaults(), NoObservers.events(), any -> {}, enqueued -> {
            throw new IllegalStateException("nothing is enqueued here");
        });
    }

    /** Returns the rows that would be inserted. */
    public List<NewRow> of(List<NewTask> tasks) {
        return rows.of(tasks);
    }
}
