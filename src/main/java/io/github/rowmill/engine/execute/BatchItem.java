package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Batch;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.settle.Settlement;
import io.github.rowmill.payload.ResultCodec;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A task of a batch, as its handler sees it. */
final class BatchItem implements Batch.Item<Object> {

    private final HeldTask held;
    private final TaskContext context;
    private final Object payload;
    private final ResultCodec results;
    private Returned returned = Returned.NOTHING;

    BatchItem(HeldTask held, Object payload, ResultCodec results) {
        this.results = results;
        this.held = held;
        this.context = held.context(StepsOfBatch.NONE);
        this.payload = payload;
    }

    HeldTask held() {
        return held;
    }

    /** Returns the settlement of the attempt if the handler returns. */
    Settlement settlement(Duration took) {
        return returned.settlement(held, returned.ending(held), took);
    }

    @Override
    public Object payload() {
        return payload;
    }

    @Override
    public TaskContext task() {
        return context;
    }

    @Override
    public void settle(Outcome chosen) {
        returned = Returned.of(held, Objects.requireNonNull(chosen, "outcome"), results);
    }

    @Override
    public void fail(Throwable cause) {
        returned = new Returned(Endings.ofCause(held, Objects.requireNonNull(cause, "cause")), null);
    }

    @Override
    public @Nullable Outcome outcome() {
        return returned.outcome();
    }

    /** Tasks for one call of a handler. */
    record Items(List<BatchItem> all) implements Batch<Object> {

        @Override
        public int size() {
            return all.size();
        }

        @Override
        public List<Object> payloads() {
            return all.stream().map(BatchItem::payload).toList();
        }

        @Override
        public List<Item<Object>> items() {
            return List.copyOf(all);
        }

        @Override
        public Iterator<Item<Object>> iterator() {
            return items().iterator();
        }
    }
}
