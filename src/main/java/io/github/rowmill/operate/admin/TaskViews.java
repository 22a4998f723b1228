package io.github.rowmill.operate.admin;

import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.context.log.AttemptLogs;
import io.github.rowmill.engine.store.attempt.AttemptPage;
import io.github.rowmill.engine.store.attempt.AttemptReader;
import io.github.rowmill.engine.store.read.Count;
import io.github.rowmill.engine.store.read.TaskFilter;
import io.github.rowmill.engine.store.read.TaskReader;
import io.github.rowmill.engine.store.read.TaskReader.Payloads;
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

/** Tasks for those who may see them. */
@Singleton
public class TaskViews {

    private final Access access;
    private final TaskReader reader;
    private final AttemptReader attempts;
    private final Masks masks;
    private final AttemptLogs logs;

    TaskViews(Access access, TaskReader reader, AttemptReader attempts, Masks masks, AttemptLogs logs) {
        this.access = access;
        this.reader = reader;
        this.attempts = attempts;
        this.masks = masks;
        this.logs = logs;
    }

    /**
     * A page of tasks.
     *
     * @param next the id below which the next page begins; null: this is the last page
     */
    public record Page(List<TaskView> tasks, @Nullable Long next) {}

    /** A page of tasks, the newest first; of several queues, those that the caller has a part in. */
    public Page page(TaskFilter filter, int limit) {
        return page(filter, limit, Payloads.ALL);
    }

    /** A page of tasks with small payloads only, for readers that show their beginnings. */
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

    /** The filter without tasks of which nothing is shown. What is not shown is not told by whether it is found either. */
    static TaskFilter searchable(TaskFilter filter, Masks masks) {
        String type = filter.type().orElse(null);
        if (masks.isAskedFor(filter.payloads(), type)) {
            throw new DeniedException(
                    "the query asks for a field of payloads that is sensitive, and such fields cannot be searched for",
                    true);
        }
        boolean isOfAnyType = filter.asksForPayloads() && type == null;
        Set<String> hidden = isOfAnyType ? masks.hidden() : Set.of();
        return hidden.isEmpty() ? filter : filter.without(hidden);
    }

    /**
     * A task with the last of its attempts.
     *
     * @throws TaskNotFoundException there is no such task
     */
    public TaskView find(long id) {
        return find(id, AttemptPage.FIRST);
    }

    /** A task with a page of the attempts below a number. */
    public TaskView find(long id, int below) {
        return find(id, below, AttemptPage.SIZE);
    }

    /**
     * A task with the attempts below a number, at most {@code limit}.
     *
     * @throws TaskNotFoundException there is no such task
     */
    public TaskView find(long id, int below, int limit) {
        Task task = task(id);
        boolean withPayload = seesPayload(task);
        return TaskView.of(task, attempts.page(id, below, limit, withPayload), masks, withPayload);
    }

    private Task task(long id) {
        access.requireSomewhere(Permission.VIEW);
        Task task = reader.find(id).orElseThrow(() -> new TaskNotFoundException(id));
        access.requireOf(Permission.VIEW, task.getQueue(), task.getType());
        return task;
    }

    /**
     * The last attempt of a task that failed with this signature, with its stack trace; empty: there is none, or it is not
     * for the caller.
     *
     * @throws TaskNotFoundException there is no such task
     */
    public Optional<Attempt> failed(long id, String signature) {
        return seesPayload(task(id)) ? attempts.last(id, signature) : Optional.empty();
    }

    /**
     * What an attempt logged, as far as it was kept; empty: nothing was. Handlers log payloads.
     *
     * @throws TaskNotFoundException there is no such task
     */
    public Optional<String> log(long id, int attempt) {
        access.requireSomewhere(Permission.VIEW_PAYLOAD);
        Task task = task(id);
        access.requireOf(Permission.VIEW_PAYLOAD, task.getQueue(), task.getType());
        return logs.find(id, attempt);
    }
}
