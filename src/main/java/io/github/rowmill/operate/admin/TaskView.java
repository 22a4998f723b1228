package io.github.rowmill.operate.admin;

import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import java.util.List;

/**
 * A task as its caller may see it.
 *
 * @param attempts those that failed, the first one first; empty in lists
 * @param withPayload whether payload, context and stack traces are for the caller
 */
public record TaskView(Task task, List<Attempt> attempts, boolean withPayload) {}
