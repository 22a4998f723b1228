package io.github.rowmill.operate.admin;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.store.read.TaskRepository;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.Audit.Target;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * What operators do to tasks. Each verb answers with the task as it left it, read in its own transaction, as a worker may
 * have run and a trim deleted it a moment after.
 */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
public class AdminTasks {

    private final Access access;
    private final Audit audit;
    private final TaskQueue queue;
    private final TaskRepository tasks;
    private final Handlers handlers;

    AdminTasks(Access access, Audit audit, TaskQueue queue, TaskRepository tasks, Handlers handlers) {
        this.access = access;
        this.audit = audit;
        this.queue = queue;
        this.tasks = tasks;
        this.handlers = handlers;
    }

    /** What an enqueue did, and the task as it left it. */
    public record Created(Enqueued enqueued, TaskView task) {}

    public Created enqueue(NewTask task) {
        access.require(Permission.OPERATE, queueOf(task));
        Enqueued enqueued = queue.enqueue(task);
        return new Created(enqueued, view(find(enqueued.id())));
    }

    /** Enqueues all tasks or none; what is wrong with one is told by its place in the list, were it alone in it. */
    public List<Enqueued> enqueue(List<NewTask> newTasks) {
        access.requireSomewhere(Permission.OPERATE);
        newTasks.stream().map(this::queueOf).distinct().forEach(name -> access.require(Permission.OPERATE, name));
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

    private String queueOf(NewTask task) {
        String named = task.queue();
        return named != null
                ? named
                : handlers.find(task.type()).map(TaskType::queue).orElse(TaskType.DEFAULT_QUEUE);
    }

    public TaskView cancel(long id) {
        return change("cancel", id, queue::cancel);
    }

    public TaskView retry(long id) {
        return change("retry", id, queue::retry);
    }

    private TaskView change(String action, long id, LongConsumer verb) {
        access.requireSomewhere(Permission.OPERATE);
        Task before = find(id);
        access.require(Permission.OPERATE, before.getQueue());
        verb.accept(id);
        Task after = find(id);
        audit.write(action, new Target(Target.TASK, String.valueOf(id)), state(before), state(after));
        return view(after);
    }

    private Task find(long id) {
        return tasks.findShown(id).orElseThrow(() -> new TaskNotFoundException(id));
    }

    private TaskView view(Task task) {
        return new TaskView(task, tasks.attempts(task.getId()), access.may(Permission.VIEW_PAYLOAD));
    }

    private static Map<String, Object> state(Task task) {
        return Map.of(
                "status", task.getStatus().column(),
                "attempts", task.getAttempts(),
                "runAt", task.getRunAt().toString(),
                "version", task.getVersion());
    }
}
