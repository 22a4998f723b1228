package io.github.rowmill.operate.http;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.store.read.TaskRepository;
import io.github.rowmill.operate.http.json.TaskJson;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;

/**
 * Verbs together with the task as they left it: in one transaction, as a worker may have run and a trim deleted it a
 * moment after.
 */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
class TaskActions {

    private final TaskQueue queue;
    private final TaskRepository tasks;

    TaskActions(TaskQueue queue, TaskRepository tasks) {
        this.queue = queue;
        this.tasks = tasks;
    }

    /** What an enqueue did, and the task as it left it. */
    record Created(Enqueued enqueued, TaskJson task) {}

    Created enqueue(NewTask task) {
        Enqueued enqueued = queue.enqueue(task);
        return new Created(enqueued, find(enqueued.id()));
    }

    /** Enqueues all tasks or none; what is wrong with one is told by its place in the list, were it alone in it. */
    List<Enqueued> enqueue(List<NewTask> newTasks) {
        try {
            return queue.enqueue(newTasks);
        } catch (InvalidTaskException e) {
            throw newTasks.size() > 1
                    ? e
                    : new InvalidTaskException(
                            e.type(),
                            e.violations().stream()
                                    .map(v -> v.under("tasks[0]."))
                                    .toList());
        }
    }

    TaskJson cancel(long id) {
        queue.cancel(id);
        return find(id);
    }

    TaskJson retry(long id) {
        queue.retry(id);
        return find(id);
    }

    private TaskJson find(long id) {
        Task task = tasks.findShown(id).orElseThrow(() -> new TaskNotFoundException(id));
        return TaskJson.withAttempts(task, tasks.attempts(id));
    }
}
