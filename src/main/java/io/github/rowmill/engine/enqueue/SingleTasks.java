package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.DuplicateTaskException;
import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.read.TaskRepository;
import io.github.rowmill.engine.store.TaskState;
import io.github.rowmill.engine.store.end.AdminVerbs;
import io.github.rowmill.engine.store.end.FencedWrite;
import io.github.rowmill.engine.store.end.Repair;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Cancels, retries and signals single tasks in the caller's transaction, and waits for their results. Refusals are
 * exceptions of {@code TaskQueue}.
 */
@Singleton
class SingleTasks {

    private final AdminVerbs admin;
    private final TaskRepository tasks;
    private final KeyedInserts keyed;
    private final Repairs repairs;
    private final Results results;
    private final Signals signals;

    SingleTasks(
            AdminVerbs admin,
            TaskRepository tasks,
            KeyedInserts keyed,
            Repairs repairs,
            Results results,
            Signals signals) {
        this.results = results;
        this.signals = signals;
        this.admin = admin;
        this.tasks = tasks;
        this.keyed = keyed;
        this.repairs = repairs;
    }

    /** Cancels a task that has not ended. Returns the events of that. */
    List<TaskEvent> cancel(long id) {
        FencedWrite written = admin.cancelIfLive(id);
        if (!written.isWritten()) {
            throw refusal(id, TaskStatus.CANCELLED);
        }
        TaskEvent cancelled = new TaskEvent.Cancelled(id);
        return written == FencedWrite.WATCHED
                ? List.of(cancelled, new TaskEvent.WatchedEnded(List.of(id)))
                : List.of(cancelled);
    }

    /** Queues a task again. Returns the events of that. */
    List<TaskEvent> retry(long id, RetryOptions options) {
        AdminVerbs.Retry retry = retryIfEnded(id, options.isEmpty() ? Repair.NONE : repair(id, options));
        String refusal = retry.refusal();
        if (refusal != null) {
            throw new InvalidTaskException(
                    tasks.findById(id).getType(), List.of(new Violation("row", "cannot be run: " + refusal)));
        }
        String queue = retry.queue();
        if (queue == null) {
            throw refusal(id, TaskStatus.QUEUED);
        }
        return List.of(new TaskEvent.Retried(id, queue, retry.watched()));
    }

    /** Sends a signal to a task. Returns the events of that. */
    List<TaskEvent> signal(long id, String name, Object payload) {
        return List.of(signals.send(id, name, payload));
    }

    /** Sends a signal to the task that holds a unique key. Returns the events of that. */
    List<TaskEvent> signal(String type, String uniqueKey, String name, Object payload) {
        return List.of(signals.send(type, uniqueKey, name, payload));
    }

    <T> CompletionStage<@Nullable T> result(long id, Class<T> type) {
        return results.of(id, type);
    }

    /**
     * Locks the row, so that it stays as it is read here until the transaction ends. Returns no change if the task
     * cannot be retried; the retry itself then reports the reason.
     */
    private Repair repair(long id, RetryOptions options) {
        return admin.lock(id)
                .filter(TaskState::isRetriable)
                .map(task -> repairs.of(task, options))
                .orElse(Repair.NONE);
    }

    /**
     * Retries a task. If another task holds its key without a right to it any more, frees the key and tries again.
     */
    private AdminVerbs.Retry retryIfEnded(long id, Repair repair) {
        AdminVerbs.Retry retry = admin.retryIfEnded(id, repair);
        boolean unclear = retry.queue() == null && retry.refusal() == null;
        return unclear && tasks.findByIdOptional(id).filter(keyed::free).isPresent()
                ? admin.retryIfEnded(id, repair)
                : retry;
    }

    /** Returns the reason why a statement matched no row. */
    private RowmillException refusal(long id, TaskStatus wanted) {
        Optional<Task> task = tasks.findByIdOptional(id);
        if (task.isEmpty()) {
            return new TaskNotFoundException(id);
        }
        TaskStatus status = task.get().getStatus();
        Optional<Long> rival = wanted == TaskStatus.QUEUED ? keyed.rival(task.get()) : Optional.empty();
        if (rival.isPresent() && status.successors().contains(wanted)) {
            return new DuplicateTaskException(
                    task.get().getType(), String.valueOf(task.get().getUniqueKey()), rival.get());
        }
        return new IllegalTransitionException(id, status, wanted);
    }
}
