package io.github.rowmill.operate.admin;

import io.github.rowmill.operate.mask.Masks;
import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task as its caller may see it.
 *
 * @param attempts those that failed, the first one first; empty in lists
 * @param payload without what is sensitive in it; null: it is not for the caller, or too large to be shown
 * @param withPayload whether payload, context and stack traces are for the caller
 */
public record TaskView(
        Task task, List<Attempt> attempts, @Nullable String payload, boolean withPayload) {

    static TaskView of(Task task, List<Attempt> attempts, Masks masks, boolean withPayload) {
        String payload = withPayload ? masks.masked(task.getType(), task.getDetails()) : null;
        return new TaskView(task, attempts, payload, withPayload);
    }
}
