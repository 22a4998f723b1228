package io.github.rowmill.feature.failure;

import java.time.Instant;

/** The failures of one signature in one queue and type: number of attempts, and time of the last one. */
public record FailurePart(String queue, String type, long attempts, Instant last) {}
