package io.github.rowmill.feature.lend;

import io.github.rowmill.task.Claimed;
import java.time.Duration;
import java.util.Map;

/**
 * A task that a remote worker has claimed.
 *
 * @param payload the plain payload as JSON
 * @param steps the recorded steps by name, with their values as JSON
 * @param timeout the maximum execution time of the attempt
 * @param leaseFor the time for which the task is the worker's without a renewal
 */
public record Loan(Claimed task, String payload, Map<String, String> steps, Duration timeout, Duration leaseFor) {}
