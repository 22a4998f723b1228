package io.github.rowmill.task;

import java.time.Instant;

/**
 * What a task carries from its enqueue to its handler.
 *
 * @param context as JSON
 * @param created when the row was inserted, on the database's clock
 */
public record Carried(String context, Instant created) {}
