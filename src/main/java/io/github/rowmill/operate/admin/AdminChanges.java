package io.github.rowmill.operate.admin;

import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.feature.change.SingleRows;
import io.github.rowmill.feature.change.TaskChanges;
import io.github.rowmill.feature.step.store.SleepEnds;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.audit.Action;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskChange;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;

/** Changes of tasks by operators, and the deletion of tasks that have ended. */
@Singleton
@Transactional(rollbackOn = RowmillException.class)
public class AdminChanges {

    private final Access access;
    private final TaskRecords records;
    private final TaskChanges changes;
    private final SingleRows rows;
    private final SleepEnds sleeps;
    private final AfterCommit afterCommit;

    AdminChanges(
            Access access,
            TaskRecords records,
            TaskChanges changes,
            SingleRows rows,
            SleepEnds sleeps,
            AfterCommit afterCommit) {
        this.access = access;
        this.records = records;
        this.changes = changes;
        this.rows = rows;
        this.sleeps = sleeps;
        this.afterCommit = afterCommit;
    }

    /**
     * Changes a task that is queued, waiting, dead or cancelled. A change of the payload needs the permission
     * {@code view-payload}. A change of the queue needs {@code operate} in the new queue too.
     */
    public TaskView change(long id, Versions versions, TaskChange change) {
        access.requireSomewhere(Permission.OPERATE);
        Task before = records.find(id);
        access.requireOf(Permission.OPERATE, before.getQueue(), before.getType());
        if (change.queue() != null) {
            requireMove(before, change.queue());
        }
        if (change.payload() != null) {
            access.requireOf(Permission.VIEW_PAYLOAD, before.getQueue(), before.getType());
        }
        versions.require(id, before.getVersion());
        changes.change(id, before.getVersion(), records.meant(before, change));
        return records.write(Action.CHANGE, before, records.find(id));
    }

    /**
     * Refuses a move that would show the caller a payload which the caller may not see in the task's current
     * queue.
     */
    private void requireMove(Task task, String queue) {
        access.requireOf(Permission.OPERATE, queue, task.getType());
        if (access.may(Permission.VIEW_PAYLOAD, queue, task.getType())) {
            access.requireOf(Permission.VIEW_PAYLOAD, task.getQueue(), task.getType());
        }
    }

    /**
     * Makes a queued task due at once. If other tasks of its key come first, the task still waits for its turn.
     */
    public TaskView runNow(long id, Versions versions) {
        return runNow(Action.RUN, lock(id, versions));
    }

    /** Ends the sleep of a queued task early, and makes the task due at once. */
    public TaskView endSleep(long id, Versions versions) {
        Task before = lock(id, versions);
        sleeps.end(id);
        return runNow(Action.WAKE, before);
    }

    private Task lock(long id, Versions versions) {
        access.requireSomewhere(Permission.OPERATE);
        rows.lock(id);
        Task before = records.find(id);
        access.requireOf(Permission.OPERATE, before.getQueue(), before.getType());
        versions.require(id, before.getVersion());
        return before;
    }

    private TaskView runNow(Action action, Task before) {
        changes.change(before.getId(), before.getVersion(), TaskChange.runNow());
        return records.write(action, before, records.find(before.getId()));
    }

    /** Deletes a task that has ended, with its attempts. The audit keeps its last state. */
    public void delete(long id, Versions versions) {
        Task before = lock(id, versions);
        if (!rows.deleteIfEnded(id)) {
            throw IllegalTransitionException.toNothing(id, before.getStatus());
        }
        records.writeDeleted(before);
        afterCommit.fire(List.of(new TaskEvent.Deleted(id)));
    }
}
