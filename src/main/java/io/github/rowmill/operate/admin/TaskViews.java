package io.github.rowmill.operate.admin;

import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.context.log.AttemptLogs;
import io.github.rowmill.engine.store.read.Count;
import io.github.rowmill.engine.store.read.TaskFilter;
import io.github.rowmill.engine.store.read.TaskReader;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.DeniedException;
import io.github.rowmill.operate.mask.Masks;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tasks for those who may see them. */
@Singleton
public class TaskViews {

    private final Access access;
    private final TaskReader reader;
    private final Masks masks;
    private final AttemptLogs logs;

    TaskViews(Access access, TaskReader reader, Masks masks, AttemptLogs logs) {
        this.access = access;
        this.reader = reader;
        this.masks = masks;
        this.logs = logs;
    }

    /** A page of tasks, the newest first; of several queues, those that the caller has a part in. */
    public List<TaskView> page(TaskFilter filter, int limit) {
        TaskFilter seen = seen(filter);
        boolean withPayload = access.may(Permission.VIEW_PAYLOAD);
        List<Task> tasks = withPayload ? reader.page(seen, limit) : reader.pageWithoutPayloads(seen, limit);
        return tasks.stream()
                .map(task -> TaskView.of(task, List.of(), masks, withPayload))
                .toList();
    }

    /** The ids of the newest tasks, the highest first, as far as they are among the last 20,000 of all. */
    public List<Long> newest(TaskFilter filter, int limit) {
        return reader.newest(seen(filter), limit);
    }

    /** Asks whether the caller may see what the filter finds. */
    public void require(TaskFilter filter) {
        seen(filter);
    }

    /** How many tasks there are. */
    public Count count(TaskFilter filter) {
        return reader.count(seen(filter));
    }

    /** What the caller may see of what it asks for. Who may not see payloads cannot guess them either. */
    private TaskFilter seen(TaskFilter filter) {
        Permission needed = filter.asksForPayloads() ? Permission.VIEW_PAYLOAD : Permission.VIEW;
        refuseSensitive(filter, masks);
        Optional<String> queue = filter.queue();
        if (queue.isPresent()) {
            access.require(needed, queue.get());
            return filter;
        }
        access.requireSomewhere(needed);
        Set<String> only = access.queues();
        return only == null ? filter : filter.within(only);
    }

    /** What is not shown is not told by whether it is found either. */
    static void refuseSensitive(TaskFilter filter, Masks masks) {
        if (masks.isAskedFor(filter.payloads())) {
            throw new DeniedException(
                    "the query asks for a field of payloads that is sensitive, and such fields cannot be searched for",
                    true);
        }
    }

    /** @throws TaskNotFoundException there is no such task */
    public TaskView find(long id) {
        access.requireSomewhere(Permission.VIEW);
        TaskReader.Found found = reader.find(id).orElseThrow(() -> new TaskNotFoundException(id));
        access.require(Permission.VIEW, found.task().getQueue());
        return TaskView.of(found.task(), found.attempts(), masks, access.may(Permission.VIEW_PAYLOAD));
    }

    /**
     * What an attempt logged, as far as it was kept; empty: nothing was. Handlers log payloads.
     *
     * @throws TaskNotFoundException there is no such task
     */
    public Optional<String> log(long id, int attempt) {
        access.requireSomewhere(Permission.VIEW_PAYLOAD);
        access.require(Permission.VIEW_PAYLOAD, find(id).task().getQueue());
        return logs.find(id, attempt);
    }
}
