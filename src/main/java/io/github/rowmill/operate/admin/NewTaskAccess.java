package io.github.rowmill.operate.admin;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.change.SingleRows;
import io.github.rowmill.engine.enqueue.Encounter;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TaskType;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.DeniedException;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a caller may enqueue, and which tasks it may change by it. */
@Singleton
class NewTaskAccess {

    private final Access access;
    private final Records records;
    private final SingleRows rows;
    private final Handlers handlers;

    NewTaskAccess(Access access, Records records, SingleRows rows, Handlers handlers) {
        this.access = access;
        this.records = records;
        this.rows = rows;
        this.handlers = handlers;
    }

    /** @throws DeniedException the caller may not for the queue and the type of the task */
    void require(Permission permission, NewTask task) {
        access.requireOf(permission, queueOf(task), task.type());
    }

    private String queueOf(NewTask task) {
        String named = task.queue();
        return named != null
                ? named
                : handlers.find(task.type()).map(TaskType::queue).orElse(TaskType.DEFAULT_QUEUE);
    }

    /** Those that hold the keys of new tasks and are changed for it. */
    Met met() {
        return new Met();
    }

    /**
     * Tasks as they were before they were changed. To put one off takes what it takes to change it: the permission
     * {@code operate} in its queue. To replace it takes {@code view-payload} besides.
     */
    final class Met implements Encounter {

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

        /** The queue of a task that the caller has no part in is not told. */
        private void requireOf(Permission permission, Task held) {
            if (access.may(Permission.VIEW, held.getQueue(), held.getType())) {
                access.requireOf(permission, held.getQueue(), held.getType());
            } else {
                throw new DeniedException(
                        "the unique key is held by the task %s, which is not yours to change".formatted(held.getId()),
                        true);
            }
        }

        /** Puts on record what was replaced or put off. */
        void record(List<Enqueued> done) {
            for (Enqueued one : done) {
                Task was = before.get(one.id());
                if (was != null && one.result() == Enqueued.Result.REPLACED) {
                    records.record("replace", was, records.find(one.id()));
                } else if (was != null && one.result() == Enqueued.Result.RESCHEDULED) {
                    records.record("reschedule", was, records.find(one.id()));
                }
            }
        }
    }
}
