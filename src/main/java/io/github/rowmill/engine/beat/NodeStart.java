package io.github.rowmill.engine.beat;

import java.time.Instant;

/**
 * The start of a node.
 *
 * @param version of Rowmill, in the application
 * @param isNew whether no node of this version is known that started before, but one of another version
 */
public record NodeStart(Instant at, String version, boolean isNew) {}
