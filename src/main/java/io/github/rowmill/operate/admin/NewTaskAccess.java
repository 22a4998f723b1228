package io.github.rowmill.operate.admin;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.enqueue.HolderCheck;
import io.github.rowmill.feature.change.SingleRows;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.DeniedException;
import io.github.rowmill.operate.audit.Action;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks which tasks a caller may enqueue, and which existing tasks an enqueue may change. */
@Singleton
class NewTaskAccess {

    private final Access access;
    private final TaskRecords records;
    private final SingleRows rows;
    private final Handlers handlers;

    NewTaskAccess(Access access, TaskRecords records, SingleRows rows, Handlers handlers) {
        this.access = access;
        this.records = records;
        this.rows = rows;
        this.handlers = handlers;
    }

    /** @throws DeniedException if the caller lacks the permission for the task's queue and type */
    void require(Permission permission, NewTask task) {
        access.requireOf(permission, queueOf(task), task.type());
    }

    private String queueOf(NewTask task) {
        String named = task.queue();
        return named != null ? named : handlers.limits(task.type()).queue();
    }

    /**
     * Returns a new guard for the tasks that have the unique keys of new tasks and are changed by their enqueue.
     */
    Met met() {
        return new Met();
    }

    /**
     * Holds tasks as they were before an enqueue changed them. To reschedule such a task needs the permission
     * {@code operate} in its queue, as a change does. To replace it needs {@code view-payload} too.
     */
    final class Met implements HolderCheck {

        private final Map<Long, Task> before = new HashMap<>();

        @Override
        public void meets(NewTask task, long holder, boolean isUntouched) {
            if (isUntouched) {
                rows.lock(holder);
            }
            records.findAny(holder).ifPresent(found -> {
                requireOf(Permission.OPERATE, found);
                if (task.onDuplicate() == OnDuplicate.REPLACE) {
                    requireOf(Permission.VIEW_PAYLOAD, found);
                }
                before.put(holder, found);
            });
        }

        /** Refuses the change without the name of the queue if the caller may not see the task. */
        private void requireOf(Permission permission, Task held) {
            if (access.may(Permission.VIEW, held.getQueue(), held.getType())) {
                access.requireOf(permission, held.getQueue(), held.getType());
            } else {
                throw new DeniedException(
                        "the task %s holds the unique key, and you may not change it".formatted(held.getId()), true);
            }
        }

        /** TaskRecords in the audit which tasks were replaced or rescheduled. */
        void record(List<Enqueued> done) {
            for (Enqueued one : done) {
                Task was = before.get(one.id());
                if (was != null && one.result() == Enqueued.Result.REPLACED) {
                    records.record(Action.REPLACE, was, records.find(one.id()));
                } else if (was != null && one.result() == Enqueued.Result.RESCHEDULED) {
                    records.record(Action.RESCHEDULE, was, records.find(one.id()));
                }
            }
        }
    }
}
