package io.github.rowmill.engine.failure;

import java.time.Instant;

/** Failures of one cause in one queue and type: how many attempts, and when there was the last. */
public record FailurePart(String queue, String type, long attempts, Instant last) {}
