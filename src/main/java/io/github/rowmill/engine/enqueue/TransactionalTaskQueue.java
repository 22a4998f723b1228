package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.DuplicateTaskException;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.store.AdminVerbs;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.engine.store.read.TaskRepository;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The queue as applications see it. What it refuses does not mark the caller's transaction for rollback, as nothing was written. */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
class TransactionalTaskQueue implements TaskQueue {

    private final Rows rows;
    private final KeyedInserts inserts;
    private final AdminVerbs admin;
    private final TaskRepository tasks;
    private final AfterCommit afterCommit;
    private final Backpressure backpressure;

    TransactionalTaskQueue(
            Rows rows,
            KeyedInserts inserts,
            AdminVerbs admin,
            TaskRepository tasks,
            AfterCommit afterCommit,
            Backpressure backpressure) {
        this.rows = rows;
        this.inserts = inserts;
        this.admin = admin;
        this.tasks = tasks;
        this.afterCommit = afterCommit;
        this.backpressure = backpressure;
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
            List<Enqueued> enqueued = inserts.insert(departure.rows());
            departure.sent(enqueued);
            afterCommit.fire(Announcement.of(made, enqueued));
            return enqueued;
        }
    }

    @Override
    public void cancel(long id) {
        if (!admin.cancelIfLive(id)) {
            throw refusal(id, TaskStatus.CANCELLED);
        }
        afterCommit.fire(List.of(new TaskEvent.Cancelled(id)));
    }

    @Override
    public void retry(long id) {
        AdminVerbs.Retry retry = retryIfEnded(id);
        String refusal = retry.refusal();
        if (refusal != null) {
            throw new InvalidTaskException(
                    tasks.findById(id).getType(), List.of(new Violation("row", "cannot be run: " + refusal)));
        }
        String queue = retry.queue();
        if (queue == null) {
            throw refusal(id, TaskStatus.QUEUED);
        }
        afterCommit.fire(List.of(new TaskEvent.Retried(id, queue)));
    }

    /** A key that another had no right to any more is no reason to refuse it. */
    private AdminVerbs.Retry retryIfEnded(long id) {
        AdminVerbs.Retry retry = admin.retryIfEnded(id);
        boolean unclear = retry.queue() == null && retry.refusal() == null;
        return unclear && tasks.findByIdOptional(id).filter(inserts::free).isPresent() ? admin.retryIfEnded(id) : retry;
    }

    /** Why a verb matched no row. */
    private RowmillException refusal(long id, TaskStatus wanted) {
        Optional<Task> task = tasks.findByIdOptional(id);
        if (task.isEmpty()) {
            return new TaskNotFoundException(id);
        }
        TaskStatus status = task.get().getStatus();
        Optional<Long> rival = wanted == TaskStatus.QUEUED ? inserts.rival(task.get()) : Optional.empty();
        if (rival.isPresent() && status.successors().contains(wanted)) {
            return new DuplicateTaskException(
                    task.get().getType(), String.valueOf(task.get().getUniqueKey()), rival.get());
        }
        return new IllegalTransitionException(id, status, wanted);
    }
}
