package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.Collection;
import java.util.List;

/** The queue as applications see it. What it refuses does not mark the caller's transaction for rollback, as nothing was written. */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
class TransactionalTaskQueue implements TaskQueue {

    private final Rows rows;
    private final Backpressure backpressure;
    private final Inserts inserts;
    private final KeyedInserts keyed;
    private final SingleTasks single;
    private final AfterCommit afterCommit;

    TransactionalTaskQueue(
            Rows rows,
            Backpressure backpressure,
            Inserts inserts,
            KeyedInserts keyed,
            SingleTasks single,
            AfterCommit afterCommit) {
        this.rows = rows;
        this.backpressure = backpressure;
        this.inserts = inserts;
        this.keyed = keyed;
        this.single = single;
        this.afterCommit = afterCommit;
    }

    @Override
    public Enqueued enqueue(NewTask task) {
        return enqueueAll(List.of(task)).get(0);
    }

    @Override
    public List<Enqueued> enqueue(Collection<NewTask> newTasks) {
        return enqueueAll(List.copyOf(newTasks));
    }

    private List<Enqueued> enqueueAll(List<NewTask> asked) {
        List<NewRow> made = rows.of(asked);
        backpressure.refuseIfFull(made);
        try (ContextCapture.Departure departure = rows.carrying(made)) {
            List<Enqueued> enqueued = insert(departure.rows());
            departure.sent(enqueued);
            afterCommit.fire(Announcement.of(made, enqueued));
            return enqueued;
        }
    }

    /** Who may stand beside any other is not asked whom it meets. */
    private List<Enqueued> insert(List<NewRow> some) {
        return some.stream().allMatch(NewRow::isKeyless)
                ? inserts.insert(some).stream()
                        .map(id ->
                                new Enqueued(id.orElseThrow(TransactionalTaskQueue::passedOver), Enqueued.Result.NEW))
                        .toList()
                : keyed.insert(some);
    }

    private static IllegalStateException passedOver() {
        return new IllegalStateException(
                "the database passed over a new task without an error: see which trigger on rowmill_task returns null");
    }

    @Override
    public void cancel(long id) {
        single.cancel(id);
        afterCommit.fire(List.of(new TaskEvent.Cancelled(id)));
    }

    @Override
    public void retry(long id) {
        afterCommit.fire(List.of(new TaskEvent.Retried(id, single.retry(id))));
    }
}
