package io.github.rowmill.handler;

import java.time.Duration;

/**
 * Limits of tasks of one type, whether or not this application handles it.
 *
 * @param queue the queue of tasks that name none
 * @param timeout the maximum execution time of an attempt
 */
public record TypeLimits(String queue, Duration timeout, int maxAttempts, RetryPolicy retry) {}
