package io.github.rowmill.operate.admin;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.change.SingleRows;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * What operators do to tasks. Each verb answers with the task as it left it, read in its own transaction, as a worker may
 * have run and a trim deleted it a moment after.
 */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
public class AdminTasks {

    private final Access access;
    private final Records records;
    private final TaskQueue queue;
    private final SingleRows rows;
    private final Handlers handlers;

    AdminTasks(Access access, Records records, TaskQueue queue, SingleRows rows, Handlers handlers) {
        this.access = access;
        this.records = records;
        this.queue = queue;
        this.rows = rows;
        this.handlers = handlers;
    }

    /** What an enqueue did, and the task as it left it. */
    public record Created(Enqueued enqueued, TaskView task) {}

    public Created enqueue(NewTask task) {
        access.require(Permission.OPERATE, queueOf(task));
        Enqueued enqueued = queue.enqueue(task);
        return new Created(enqueued, records.view(records.find(enqueued.id())));
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

    public TaskView cancel(long id, Versions versions) {
        return change("cancel", id, versions, queue::cancel);
    }

    public TaskView retry(long id, Versions versions) {
        return change("retry", id, versions, queue::retry);
    }

    private TaskView change(String action, long id, Versions versions, LongConsumer verb) {
        access.requireSomewhere(Permission.OPERATE);
        if (versions.seen() != null) {
            rows.lock(id);
        }
        Task before = records.find(id);
        access.require(Permission.OPERATE, before.getQueue());
        versions.require(id, before.getVersion());
        verb.accept(id);
        return records.write(action, before, records.find(id));
    }
}
