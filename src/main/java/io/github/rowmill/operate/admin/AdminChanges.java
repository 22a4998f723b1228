package io.github.rowmill.operate.admin;

import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.change.SingleRows;
import io.github.rowmill.engine.change.TaskChanges;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskChange;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;

/** What operators change of tasks, and the deletion of those that have ended. */
@Singleton
@Transactional(rollbackOn = RowmillException.class)
public class AdminChanges {

    private final Access access;
    private final Records records;
    private final TaskChanges changes;
    private final SingleRows rows;
    private final AfterCommit afterCommit;

    AdminChanges(Access access, Records records, TaskChanges changes, SingleRows rows, AfterCommit afterCommit) {
        this.access = access;
        this.records = records;
        this.changes = changes;
        this.rows = rows;
        this.afterCommit = afterCommit;
    }

    /** Changes a task that is queued, waiting, dead or cancelled. A payload is for callers who may see those, and another queue for those who may act there. */
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
        return records.write("change", before, records.find(id));
    }

    /** A payload that the caller may not see where the task is does not become one that they may. */
    private void requireMove(Task task, String queue) {
        access.requireOf(Permission.OPERATE, queue, task.getType());
        if (access.may(Permission.VIEW_PAYLOAD, queue, task.getType())) {
            access.requireOf(Permission.VIEW_PAYLOAD, task.getQueue(), task.getType());
        }
    }

    /** Makes a task that is queued due at once. One whose key's turn has not come waits for that all the same. */
    public TaskView runNow(long id, Versions versions) {
        access.requireSomewhere(Permission.OPERATE);
        rows.lock(id);
        Task before = records.find(id);
        access.requireOf(Permission.OPERATE, before.getQueue(), before.getType());
        versions.require(id, before.getVersion());
        changes.change(id, before.getVersion(), TaskChange.runNow());
        return records.write("run", before, records.find(id));
    }

    /** Deletes a task that has ended, with its attempts. What it was stays in the audit. */
    public void delete(long id, Versions versions) {
        access.requireSomewhere(Permission.OPERATE);
        rows.lock(id);
        Task before = records.find(id);
        access.requireOf(Permission.OPERATE, before.getQueue(), before.getType());
        versions.require(id, before.getVersion());
        if (!rows.deleteIfEnded(id)) {
            throw IllegalTransitionException.toNothing(id, before.getStatus());
        }
        records.writeDeleted(before);
        afterCommit.fire(List.of(new TaskEvent.Deleted(id)));
    }
}
