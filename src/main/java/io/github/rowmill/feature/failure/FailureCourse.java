package io.github.rowmill.feature.failure;

import java.time.Instant;
import java.util.List;

/**
 * The number of attempts with one failure over time, in steps.
 *
 * @param counts number of attempts in each step; the last step has not ended
 * @param from start of the first step
 * @param isWhole whether all stored attempts were counted; otherwise only those of the latest tasks
 */
public record FailureCourse(List<Long> counts, Instant from, boolean isWhole) {}
