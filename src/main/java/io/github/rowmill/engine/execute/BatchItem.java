package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Batch;
import io.github.rowmill.api.Ending;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.engine.hold.HeldTask;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A task of a batch, as its handler sees it. */
final class BatchItem implements Batch.Item<Object> {

    private final HeldTask held;
    private final TaskContext context;
    private final Object payload;
    private @Nullable Outcome outcome;

    BatchItem(HeldTask held, Object payload) {
        this.held = held;
        this.context = held.context();
        this.payload = payload;
    }

    HeldTask held() {
        return held;
    }

    /** Returns how the attempt ends if the handler returns. */
    Ending ending() {
        return Endings.ofReturn(held, outcome);
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
        outcome = Objects.requireNonNull(chosen, "outcome");
    }

    @Override
    public void fail(Throwable cause) {
        outcome = Endings.ofCause(held, Objects.requireNonNull(cause, "cause"));
    }

    @Override
    public @Nullable Outcome outcome() {
        return outcome;
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
