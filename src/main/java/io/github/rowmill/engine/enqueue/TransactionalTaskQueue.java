package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.call.OnWorkers;
import io.github.rowmill.engine.call.PublicCall;
import io.github.rowmill.engine.store.NewRow;
import io.quarkus.arc.NoClassInterceptors;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queue that applications use. A refusal does not mark the caller's transaction for rollback, because nothing
 * was written.
 */
@Singleton
@PublicCall
class TransactionalTaskQueue implements TaskQueue, GuardedQueue {

    private final Rows rows;
    private final AutoCommitEnqueue autoCommit;
    private final TransactionalEnqueue transactional;
    private final SingleTasks singleTasks;
    private final AfterCommit afterCommit;
    private final OnWorkers workers;
    private final Subscribers subscribers;

    TransactionalTaskQueue(
            Rows rows,
            AutoCommitEnqueue autoCommit,
            TransactionalEnqueue transactional,
            SingleTasks singleTasks,
            AfterCommit afterCommit,
            OnWorkers workers,
            Subscribers subscribers) {
        this.rows = rows;
        this.autoCommit = autoCommit;
        this.transactional = transactional;
        this.singleTasks = singleTasks;
        this.afterCommit = afterCommit;
        this.workers = workers;
        this.subscribers = subscribers;
    }

    @Override
    public Enqueued enqueue(NewTask task) {
        return add(List.of(task)).get(0);
    }

    @Override
    public List<Enqueued> enqueue(Collection<NewTask> newTasks) {
        return add(newTasks);
    }

    private List<Enqueued> add(Collection<NewTask> newTasks) {
        List<NewRow> made = rows.of(List.copyOf(newTasks));
        return autoCommit.isEnoughFor(made) ? autoCommit.enqueue(made) : transactional.enqueue(made, HolderCheck.FREE);
    }

    @Override
    @NoClassInterceptors
    public CompletionStage<Enqueued> enqueueAsync(NewTask task) {
        return workers.supply(() -> enqueue(task));
    }

    @Override
    public List<Enqueued> enqueue(Collection<NewTask> newTasks, HolderCheck holderCheck) {
        return transactional.enqueue(rows.of(List.copyOf(newTasks)), holderCheck);
    }

    @Override
    @Transactional(dontRollbackOn = RowmillException.class)
    public List<Enqueued> publish(String topic, NewTask like) {
        return publish(topic, like, tasks -> {}, HolderCheck.FREE);
    }

    @Override
    @Transactional(dontRollbackOn = RowmillException.class)
    public List<Enqueued> publish(String topic, NewTask like, Consumer<List<NewTask>> check, HolderCheck holderCheck) {
        List<NewTask> tasks = subscribers.tasks(topic, like);
        check.accept(tasks);
        if (tasks.isEmpty()) {
            return List.of();
        }
        List<NewRow> made = tasks.stream().map(rows::of).toList();
        List<Enqueued> enqueued = transactional.enqueue(made, holderCheck);
        afterCommit.fire(List.of(new TaskEvent.Published(topic, enqueued.size())));
        return enqueued;
    }

    @Override
    @Transactional(dontRollbackOn = RowmillException.class)
    public void cancel(long id) {
        afterCommit.fire(singleTasks.cancel(id));
    }

    @Override
    @Transactional(dontRollbackOn = RowmillException.class)
    public void retry(long id) {
        retry(id, RetryOptions.NONE);
    }

    @Override
    @Transactional(dontRollbackOn = RowmillException.class)
    public void retry(long id, RetryOptions options) {
        afterCommit.fire(singleTasks.retry(id, options));
    }

    @Override
    @Transactional(dontRollbackOn = RowmillException.class)
    public void signal(long id, String name, Object payload) {
        afterCommit.fire(singleTasks.signal(id, name, payload));
    }

    @Override
    @Transactional(dontRollbackOn = RowmillException.class)
    public void signal(String type, String uniqueKey, String name, Object payload) {
        afterCommit.fire(singleTasks.signal(type, uniqueKey, name, payload));
    }

    @Override
    @NoClassInterceptors
    public <T> CompletionStage<@Nullable T> result(long id, Class<T> type) {
        return singleTasks.result(id, type);
    }
}
