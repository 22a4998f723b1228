package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.RetryOptions;
import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.store.TaskState;
import io.github.rowmill.engine.store.end.Repair;
import io.github.rowmill.payload.PayloadPatch;
import jakarta.inject.Singleton;
import java.util.List;

/** Computes the changes that a retry makes to a task's row. */
@Singleton
public class Repairs {

    private final PayloadPatch patches;

    Repairs(PayloadPatch patches) {
        this.patches = patches;
    }

    /**
     * Returns the change of a row by these options. It applies only to the current version of the row.
     *
     * @throws InvalidTaskException the payload cannot be changed, or does not fit the type after the change
     * @throws io.github.rowmill.api.InvalidPatchException the patch is not JSON
     * @throws io.github.rowmill.api.PayloadTooLargeException the payload has too many bytes after the change
     */
    public Repair of(TaskState task, RetryOptions options) {
        String patch = options.patch();
        if (patch == null) {
            return new Repair(null, options.attempts(), task.version());
        }
        Violation sealed = SealedPayload.violation(task.context());
        if (sealed != null) {
            throw new InvalidTaskException(task.type(), List.of(sealed));
        }
        String details = patches.patched(task.type(), task.details(), patch);
        return new Repair(details, options.attempts(), task.version());
    }
}
