package io.github.rowmill.operate.page.list;

import io.github.rowmill.api.InvalidPatchException;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.engine.bulk.BulkAction;
import io.github.rowmill.operate.admin.AdminChanges;
import io.github.rowmill.operate.admin.AdminTasks;
import io.github.rowmill.operate.admin.Versions;
import jakarta.inject.Singleton;
import java.util.List;

/** Does something to tasks that were selected one by one, each by itself: what one refuses, the others are not kept from. */
@Singleton
class Chosen {

    private final AdminTasks tasks;
    private final AdminChanges changes;

    Chosen(AdminTasks tasks, AdminChanges changes) {
        this.tasks = tasks;
        this.changes = changes;
    }

    /** How many it was done to, and how many were in a state that does not allow it, or gone. */
    record Outcome(int done, int left) {}

    /** @throws InvalidPatchException the patch makes no sense for any of them */
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
        } catch (RowmillException e) {
            return false;
        }
    }
}
