package io.github.rowmill.operate.admin;

import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.read.AttemptPage;
import io.github.rowmill.engine.read.AttemptReader;
import io.github.rowmill.engine.read.Count;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.engine.read.TaskReader;
import io.github.rowmill.engine.read.TaskReader.Payloads;
import io.github.rowmill.feature.context.log.AttemptLogs;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.DeniedException;
import io.github.rowmill.operate.mask.Masks;
import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tasks, for callers who may see them. */
@Singleton
public class TaskViews {

    private final Access access;
    private final TaskReader reader;
    private final AttemptReader attempts;
    private final Masks masks;
    private final AttemptLogs logs;
    private final ResultViews results;

    TaskViews(
            Access access,
            TaskReader reader,
            AttemptReader attempts,
            Masks masks,
            AttemptLogs logs,
            ResultViews results) {
        this.results = results;
        this.access = access;
        this.reader = reader;
        this.attempts = attempts;
        this.masks = masks;
        this.logs = logs;
    }

    /**
     * A page of tasks.
     *
     * @param next the id below which the next page begins, or null if this is the last page
     */
    public record Page(List<TaskView> tasks, @Nullable Long next) {}

    /**
     * Returns a page of tasks, the newest first. A filter for several queues finds only the tasks that the caller
     * may see.
     */
    public Page page(TaskFilter filter, int limit) {
        return page(filter, limit, Payloads.ALL);
    }

    /**
     * Returns a page of tasks in which large payloads are left out, for lists that show the beginning of payloads.
     */
    public Page glance(TaskFilter filter, int limit) {
        return page(filter, limit, Payloads.SMALL);
    }

    private Page page(TaskFilter filter, int limit, Payloads payloads) {
        Payloads read = access.may(Permission.VIEW_PAYLOAD) ? payloads : Payloads.NONE;
        TaskReader.Page page = reader.page(seen(filter), limit, read);
        return new Page(
                page.tasks().stream()
                        .map(task -> TaskView.of(task, AttemptPage.NONE, masks, seesPayload(task)))
                        .toList(),
                page.next());
    }

    /** Returns the ids of the newest tasks, the highest first. Only the last 20,000 tasks of all are searched. */
    public List<Long> newest(TaskFilter filter, int limit) {
        return reader.newest(seen(filter), limit);
    }

    /** Checks that the caller may see the tasks that the filter finds. */
    public void require(TaskFilter filter) {
        seen(filter);
    }

    /** Returns the number of tasks that the filter finds. Large numbers are estimated. */
    public Count count(TaskFilter filter) {
        return reader.count(seen(filter));
    }

    /**
     * Returns the filter without tasks that the caller may not see. A search by payloads finds only tasks whose
     * payload the caller may see, so that searches cannot be used to guess payloads.
     */
    private TaskFilter seen(TaskFilter asked) {
        Permission needed = asked.asksForPayloads() ? Permission.VIEW_PAYLOAD : Permission.VIEW;
        TaskFilter filter = searchable(asked, masks);
        String queue = filter.queue().orElse(null);
        String type = filter.type().orElse(null);
        access.requireSomewhere(needed);
        if (access.may(needed, queue, type)) {
            return filter;
        }
        List<TaskFilter.Part> parts = access.grants(needed).stream()
                .map(grant -> new TaskFilter.Part(grant.queues(), grant.types()))
                .filter(part ->
                        queue == null || part.queues() == null || part.queues().contains(queue))
                .toList();
        if (queue != null && parts.isEmpty()) {
            access.require(needed, queue);
        }
        return filter.within(parts);
    }

    private boolean seesPayload(Task task) {
        return access.may(Permission.VIEW_PAYLOAD, task.getQueue(), task.getType());
    }

    /**
     * Returns the filter without the types of which any search by payload may reveal a sensitive value. Refuses a
     * search by a sensitive field, as matches would reveal its value.
     */
    static TaskFilter searchable(TaskFilter filter, Masks masks) {
        String type = filter.type().orElse(null);
        if (masks.isAskedFor(filter.payloads(), type)) {
            throw new DeniedException(
                    "the query has a sensitive field of payloads; sensitive fields cannot be searched", true);
        }
        boolean isOfAnyType = filter.asksForPayloads() && type == null;
        Set<String> hidden = isOfAnyType ? masks.hidden() : Set.of();
        return hidden.isEmpty() ? filter : filter.without(hidden);
    }

    /**
     * Returns a task with its last attempts.
     *
     * @throws TaskNotFoundException if the task does not exist
     */
    public TaskView find(long id) {
        return find(id, AttemptPage.FIRST);
    }

    /** Returns a task with a page of its attempts below a number. */
    public TaskView find(long id, int below) {
        return find(id, below, AttemptPage.SIZE);
    }

    /**
     * Returns a task with its attempts below a number, at most {@code limit}.
     *
     * @throws TaskNotFoundException if the task does not exist
     */
    public TaskView find(long id, int below, int limit) {
        Task task = task(id);
        boolean withPayload = seesPayload(task);
        TaskView view = TaskView.of(task, attempts.page(id, below, limit, withPayload), masks, withPayload);
        return withPayload ? view.result(results.masked(task).orElse(null)) : view;
    }

    private Task task(long id) {
        access.requireSomewhere(Permission.VIEW);
        Task task = reader.find(id).orElseThrow(() -> new TaskNotFoundException(id));
        access.requireOf(Permission.VIEW, task.getQueue(), task.getType());
        return task;
    }

    /**
     * Returns the last attempt of a task that failed with this signature, with its stack trace.
     *
     * @return empty if the task has no such attempt, or the caller may not see its payload
     * @throws TaskNotFoundException if the task does not exist
     */
    public Optional<Attempt> failed(long id, String signature) {
        return seesPayload(task(id)) ? attempts.last(id, signature) : Optional.empty();
    }

    /**
     * Returns the log of an attempt, as far as it is kept. The caller needs the permission {@code view-payload},
     * as handlers may log payloads.
     *
     * @return empty if nothing was kept
     * @throws TaskNotFoundException if the task does not exist
     */
    public Optional<String> log(long id, int attempt) {
        access.requireSomewhere(Permission.VIEW_PAYLOAD);
        Task task = task(id);
        access.requireOf(Permission.VIEW_PAYLOAD, task.getQueue(), task.getType());
        return logs.find(id, attempt);
    }
}
