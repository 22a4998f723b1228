package io.github.rowmill.engine.enqueue;

import io.github.rowmill.engine.store.NewRow;
import java.util.List;

/**
 * Refuses enqueues into queues in which enough tasks wait. Called before rows are inserted, in the caller's
 * transaction if there is one.
 */
public interface Backpressure {

    /** @throws io.github.rowmill.api.QueueFullException a queue has no room for its part of the rows */
    void refuseIfFull(List<NewRow> rows);
}
