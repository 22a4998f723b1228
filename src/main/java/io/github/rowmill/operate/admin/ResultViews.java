package io.github.rowmill.operate.admin;

import io.github.rowmill.api.TaskNotFoundException;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.read.ResultReader;
import io.github.rowmill.engine.read.TaskReader;
import io.github.rowmill.engine.store.TaskEnds.End;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.mask.Masks;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Results of tasks, for callers who may see them: a result needs the permission that payloads need. */
@Singleton
public class ResultViews {

    private final Access access;
    private final TaskReader tasks;
    private final ResultReader results;
    private final Masks masks;

    ResultViews(Access access, TaskReader tasks, ResultReader results, Masks masks) {
        this.access = access;
        this.tasks = tasks;
        this.results = results;
        this.masks = masks;
    }

    /**
     * A task and its result as the caller may see it.
     *
     * @param error the last failure; null if there is none
     * @param result the result without sensitive values; null if there is none yet
     */
    public record ResultView(
            long id,
            String queue,
            String type,
            TaskStatus status,
            @Nullable String error,
            @Nullable String result) {

        /** Returns whether the task has ended. */
        public boolean hasEnded() {
            return status.hasEnded();
        }
    }

    /**
     * Returns a task with its result, if it has one.
     *
     * @throws TaskNotFoundException if the task does not exist
     */
    public ResultView find(long id) {
        access.requireSomewhere(Permission.VIEW_PAYLOAD);
        Task task = tasks.find(id).orElseThrow(() -> new TaskNotFoundException(id));
        access.requireOf(Permission.VIEW, task.getQueue(), task.getType());
        access.requireOf(Permission.VIEW_PAYLOAD, task.getQueue(), task.getType());
        return new ResultView(
                id,
                task.getQueue(),
                task.getType(),
                task.getStatus(),
                task.getError(),
                masked(task).orElse(null));
    }

    /**
     * Returns a task that has ended since, without another check.
     *
     * @param seen the task as the caller saw it before
     * @return empty if the task was moved since, so that the caller may not see it any more
     * @throws TaskNotFoundException if the row was deleted
     */
    public Optional<ResultView> ended(ResultView seen, End end) {
        TaskStatus status = end.status();
        if (status == null) {
            throw new TaskNotFoundException(end.id());
        }
        boolean isDeleted = end.queue().isEmpty();
        return isDeleted || (end.queue().equals(seen.queue()) && end.type().equals(seen.type()))
                ? Optional.of(new ResultView(
                        seen.id(),
                        seen.queue(),
                        seen.type(),
                        status,
                        end.error(),
                        masks.maskedResult(seen.type(), end.result())))
                : Optional.empty();
    }

    /** Returns the result of a task that the caller may see with its payload. */
    Optional<String> masked(Task task) {
        return task.getStatus() == TaskStatus.COMPLETED
                ? results.find(task.getId()).map(stored -> masks.maskedResult(task.getType(), stored))
                : Optional.empty();
    }
}
