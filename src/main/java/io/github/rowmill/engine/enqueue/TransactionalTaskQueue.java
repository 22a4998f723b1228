package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The queue as applications see it. What it refuses does not mark the caller's transaction for rollback, as nothing was written. */
@Singleton
class TransactionalTaskQueue implements TaskQueue, GuardedQueue {

    private final Rows rows;
    private final Inserts inserts;
    private final KeyedInserts keyed;
    private final SingleTasks single;
    private final AfterCommit afterCommit;
    private final Alone alone;

    TransactionalTaskQueue(
            Rows rows, Inserts inserts, KeyedInserts keyed, SingleTasks single, AfterCommit afterCommit, Alone alone) {
        this.rows = rows;
        this.inserts = inserts;
        this.keyed = keyed;
        this.single = single;
        this.afterCommit = afterCommit;
        this.alone = alone;
    }

    @Override
    public Enqueued enqueue(NewTask task) {
        return enqueue(List.of(task)).get(0);
    }

    @Override
    public List<Enqueued> enqueue(Collection<NewTask> newTasks) {
        List<NewRow> made = rows.of(List.copyOf(newTasks));
        return alone.isEnoughFor(made) ? alone.enqueue(made) : together(made, Encounter.FREE);
    }

    @Override
    public List<Enqueued> enqueue(Collection<NewTask> newTasks, Encounter encounter) {
        return together(rows.of(List.copyOf(newTasks)), encounter);
    }

    /** In the caller's transaction, or in one of its own. Who may stand beside any other is not asked whom it meets. */
    @Transactional(dontRollbackOn = RowmillException.class)
    List<Enqueued> together(List<NewRow> made, Encounter encounter) {
        boolean areKeyless = made.stream().allMatch(NewRow::isKeyless);
        try (ContextCapture.Departure departure = rows.carrying(made)) {
            List<NewRow> all = departure.rows();
            List<Enqueued> enqueued = areKeyless ? asNew(inserts.insert(all)) : keyed.insert(all, encounter);
            departure.sent(enqueued);
            afterCommit.fire(Announcement.of(made, enqueued));
            return enqueued;
        }
    }

    private static List<Enqueued> asNew(List<Optional<Long>> ids) {
        return ids.stream()
                .map(id -> new Enqueued(id.orElseThrow(Inserts::passedOver), Enqueued.Result.NEW))
                .toList();
    }

    @Override
    @Transactional(dontRollbackOn = RowmillException.class)
    public void cancel(long id) {
        single.cancel(id);
        afterCommit.fire(List.of(new TaskEvent.Cancelled(id)));
    }

    @Override
    @Transactional(dontRollbackOn = RowmillException.class)
    public void retry(long id) {
        retry(id, RetryOptions.NONE);
    }

    @Override
    @Transactional(dontRollbackOn = RowmillException.class)
    public void retry(long id, RetryOptions options) {
        afterCommit.fire(List.of(new TaskEvent.Retried(id, single.retry(id, options))));
    }
}
