package io.github.rowmill.engine.failure;

import java.time.Instant;
import java.util.List;

/**
 * How often attempts failed in one way, step by step.
 *
 * @param counts of each step, the last of which is not over
 * @param from where the first step begins
 * @param isWhole whether all attempts that are kept were looked at; else only those of the latest tasks
 */
public record FailureCourse(List<Long> counts, Instant from, boolean isWhole) {}
