package io.github.rowmill.task;

import java.time.Instant;

/** Where a task stands in its queue: the order of claiming is by priority, then {@code run_at}, then id. */
public record Position(int priority, Instant runAt, long id) {}
