package io.github.rowmill.api;

/**
 * What an enqueue did.
 *
 * @param id the new task; of a duplicate, the live task that has the unique key already
 * @param duplicate whether nothing was written, as a live task has the unique key
 */
public record Enqueued(long id, boolean duplicate) {}
