package io.github.rowmill.operate.admin;

import io.github.rowmill.engine.read.AttemptPage;
import io.github.rowmill.operate.mask.Masks;
import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task as the caller may see it.
 *
 * @param attempts one page of the failed attempts, the newest first; empty in lists
 * @param nextAttempts the number below which the next page of attempts begins, or null if no older ones exist
 * @param payload the payload without sensitive values, or null if the caller may not see it or it is too large to
 *     show
 * @param result the result without sensitive values; null if there is none, if it is too large to show, or in lists
 * @param withPayload whether the caller may see payload, context and stack traces
 */
public record TaskView(
        Task task,
        List<Attempt> attempts,
        @Nullable Integer nextAttempts,
        @Nullable String payload,
        @Nullable String result,
        boolean withPayload) {

    static TaskView of(Task task, AttemptPage page, Masks masks, boolean withPayload) {
        String payload = withPayload ? masks.masked(task.getType(), task.getDetails()) : null;
        return new TaskView(task, page.attempts(), page.next(), payload, null, withPayload);
    }

    TaskView result(@Nullable String masked) {
        return new TaskView(task, attempts, nextAttempts, payload, masked, withPayload);
    }
}
