package io.github.rowmill.feature.beat;

import java.time.Instant;

/**
 * The start of a node.
 *
 * @param version version of Rowmill in the application
 * @param isNew whether this node is the first known one of its version, and another version started before
 */
public record NodeStart(Instant at, String version, boolean isNew) {}
