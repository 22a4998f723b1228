package io.github.rowmill.task;

import java.time.Instant;

/**
 * The values that a task carries from its enqueue to its handler.
 *
 * @param context the values as JSON
 * @param created the time of the row's insert, by the database's clock
 */
public record Carried(String context, Instant created) {}
