package io.github.rowmill.operate.admin;

import io.github.rowmill.engine.store.attempt.AttemptPage;
import io.github.rowmill.operate.mask.Masks;
import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task as its caller may see it.
 *
 * @param attempts those that failed, the newest first, in a page of them; empty in lists
 * @param nextAttempts the number below which the next page of attempts begins; null: there are no older ones
 * @param payload without what is sensitive in it; null: it is not for the caller, or too large to be shown
 * @param withPayload whether payload, context and stack traces are for the caller
 */
public record TaskView(
        Task task,
        List<Attempt> attempts,
        @Nullable Integer nextAttempts,
        @Nullable String payload,
        boolean withPayload) {

    static TaskView of(Task task, AttemptPage page, Masks masks, boolean withPayload) {
        String payload = withPayload ? masks.masked(task.getType(), task.getDetails()) : null;
        return new TaskView(task, page.attempts(), page.next(), payload, withPayload);
    }
}
