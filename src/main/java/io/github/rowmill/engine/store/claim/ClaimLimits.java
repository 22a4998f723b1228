package io.github.rowmill.engine.store.claim;

/**
 * What a claim takes at most.
 *
 * @param found tasks that it looks for
 * @param tasks that it takes, of those that it has found and of others that the rules of their queue know of
 * @param recovered tasks among them that have crashed once: should one of them kill the node, all in hand go to quarantine
 * @param bytes of all payloads together; one task is taken however large it is
 */
public record ClaimLimits(int found, int tasks, int recovered, long bytes) {}
