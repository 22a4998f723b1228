package io.github.rowmill.operate.admin;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.enqueue.GuardedQueue;
import io.github.rowmill.feature.change.SingleRows;
import io.github.rowmill.feature.step.SignalTargets;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.audit.Action;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Operations on tasks. Each returns the task as the operation left it, read in the same transaction. A moment
 * later a worker may have run the task, or a trim deleted it.
 */
@Singleton
@Transactional(dontRollbackOn = RowmillException.class)
public class AdminTasks {

    private final Access access;
    private final NewTaskAccess newTasks;
    private final TaskRecords records;
    private final GuardedQueue guarded;
    private final TaskQueue queue;
    private final SingleRows rows;
    private final SignalTargets targets;

    AdminTasks(
            Access access,
            NewTaskAccess newTasks,
            TaskRecords records,
            GuardedQueue guarded,
            TaskQueue queue,
            SingleRows rows,
            SignalTargets targets) {
        this.access = access;
        this.newTasks = newTasks;
        this.records = records;
        this.guarded = guarded;
        this.queue = queue;
        this.rows = rows;
        this.targets = targets;
    }

    /**
     * The result of an enqueue.
     *
     * @param task the task as the enqueue left it, or null if another task has the unique key and the caller may
     *     not see it
     */
    public record Created(Enqueued enqueued, @Nullable TaskView task) {}

    public Created enqueue(NewTask task) {
        newTasks.require(Permission.OPERATE, task);
        Enqueued enqueued = enqueued(List.of(task)).get(0);
        return new Created(enqueued, records.viewIfSeen(records.find(enqueued.id())));
    }

    /**
     * Enqueues all tasks or none. A violation names its task by the index in the list, even if the list has one
     * task.
     */
    public List<Enqueued> enqueue(List<NewTask> all) {
        access.requireSomewhere(Permission.OPERATE);
        all.forEach(task -> newTasks.require(Permission.OPERATE, task));
        try {
            return enqueued(all);
        } catch (InvalidTaskException e) {
            throw all.size() > 1
                    ? e
                    : new InvalidTaskException(
                            e.type(),
                            e.violations().stream()
                                    .map(v -> v.under("tasks[0]."))
                                    .toList());
        }
    }

    private List<Enqueued> enqueued(List<NewTask> all) {
        NewTaskAccess.Met met = newTasks.met();
        List<Enqueued> done = guarded.enqueue(all, met);
        met.record(done);
        return done;
    }

    public TaskView cancel(long id, Versions versions) {
        return change(Action.CANCEL, id, versions, task -> queue.cancel(id));
    }

    /** Retries a task. A patch of its payload needs the permission {@code view-payload}. */
    public TaskView retry(long id, Versions versions, RetryOptions options) {
        return change(Action.RETRY, id, versions, task -> {
            if (options.patch() != null) {
                access.requireOf(Permission.VIEW_PAYLOAD, task.getQueue(), task.getType());
            }
            queue.retry(id, records.meant(task, options));
        });
    }

    /**
     * Refuses a signal to a task before its body is read.
     *
     * @throws TaskNotFoundException if the task does not exist
     */
    public void requireSignalling(long id) {
        requireSignalled(id);
    }

    /**
     * Refuses a signal to the task that holds a unique key, before its body is read.
     *
     * @throws TaskNotFoundException if no task of the type that has not ended holds the key
     */
    public void requireSignalling(String type, String uniqueKey) {
        access.requireSomewhere(Permission.OPERATE);
        requireSignalled(targets.idOfKey(type, uniqueKey));
    }

    /** Sends a signal to the task that holds a unique key, as {@link #signal(long, String, Object)} does. */
    public TaskView signal(String type, String uniqueKey, String name, Object payload) {
        access.requireSomewhere(Permission.OPERATE);
        return signal(targets.idOfKey(type, uniqueKey), name, payload);
    }

    /** Sends a signal to a task. The audit has its name without its payload. */
    public TaskView signal(long id, String name, Object payload) {
        Task task = requireSignalled(id);
        queue.signal(id, name, payload);
        return records.writeSignal(task, name);
    }

    /** Locks no row, so that a signal to an executing task delays no renewal of its lease. */
    private Task requireSignalled(long id) {
        access.requireSomewhere(Permission.OPERATE);
        Task task = records.find(id);
        access.requireOf(Permission.OPERATE, task.getQueue(), task.getType());
        return task;
    }

    private TaskView change(Action action, long id, Versions versions, Consumer<Task> verb) {
        access.requireSomewhere(Permission.OPERATE);
        rows.lock(id);
        Task before = records.find(id);
        access.requireOf(Permission.OPERATE, before.getQueue(), before.getType());
        versions.require(id, before.getVersion());
        verb.accept(before);
        return records.write(action, before, records.find(id));
    }
}
