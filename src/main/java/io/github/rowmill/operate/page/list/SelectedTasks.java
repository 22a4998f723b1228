package io.github.rowmill.operate.page.list;

import io.github.rowmill.api.InvalidPatchException;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.feature.job.BulkAction;
import io.github.rowmill.operate.access.DeniedException;
import io.github.rowmill.operate.admin.AdminChanges;
import io.github.rowmill.operate.admin.AdminTasks;
import io.github.rowmill.operate.admin.Versions;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Acts on tasks that were selected one by one. Each task is changed separately, so that a task in another state
 * does not stop the action on the others.
 */
@Singleton
class SelectedTasks {

    private final AdminTasks tasks;
    private final AdminChanges changes;

    SelectedTasks(AdminTasks tasks, AdminChanges changes) {
        this.tasks = tasks;
        this.changes = changes;
    }

    /**
     * The numbers of tasks.
     *
     * @param done the tasks that were changed
     * @param left the tasks whose state did not permit it, that the caller may not change, or that no longer exist
     */
    record Outcome(int done, int left) {}

    /** @throws InvalidPatchException if the patch cannot be read, or cannot be applied to a task */
    Outcome act(BulkAction action, RetryOptions options, List<Long> ids) {
        int done = (int) ids.stream().filter(id -> wasDone(action, options, id)).count();
        return new Outcome(done, ids.size() - done);
    }

    private boolean wasDone(BulkAction action, RetryOptions options, long id) {
        try {
            switch (action) {
                case CANCEL -> tasks.cancel(id, Versions.ANY);
                case RETRY -> tasks.retry(id, Versions.ANY, options);
                case DELETE -> changes.delete(id, Versions.ANY);
            }
            return true;
        } catch (InvalidPatchException e) {
            throw e;
        } catch (RowmillException | DeniedException e) {
            return false;
        }
    }
}
