package io.github.rowmill.engine.store.claim;

/**
 * The limits of a claim.
 *
 * @param found number of tasks to search for
 * @param tasks number of tasks to take, of those found and of others that the rules of their queue add
 * @param recovered number of tasks among them that have crashed once; if one of them kills the node, all of these
 *     tasks on the node go to quarantine
 * @param bytes size of all payloads together; a single task is taken whatever its size
 */
public record ClaimLimits(int found, int tasks, int recovered, long bytes) {}
