package io.github.rowmill.task;

/**
 * What a claim gives: the task and the version it has under this claim.
 *
 * <p>Every transition raises the version, a renewal does not; so {@code where id = ? and version = ?} is the one guard
 * of every write that ends an attempt.
 */
public record Lease(long id, long version) {

    /** The key of this attempt, {@code id:version}, never used by another attempt. */
    public String attemptKey() {
        return id + ":" + version;
    }
}
