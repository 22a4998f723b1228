package io.github.rowmill.api;

/**
 * The result of an enqueue of a flow.
 *
 * @param id the flow: the new one, or the one that has the unique key
 * @param isNew whether the flow was written
 */
public record EnqueuedFlow(long id, boolean isNew) {}
