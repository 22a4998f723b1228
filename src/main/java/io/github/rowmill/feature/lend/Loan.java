package io.github.rowmill.feature.lend;

import io.github.rowmill.task.Claimed;
import java.time.Duration;

/**
 * A task that a remote worker has claimed.
 *
 * @param payload the plain payload as JSON
 * @param timeout the maximum execution time of the attempt
 * @param leaseFor the time for which the task is the worker's without a renewal
 */
public record Loan(Claimed task, String payload, Duration timeout, Duration leaseFor) {}
