package io.github.rowmill.task;

/**
 * What a claim gives: the task and the version it has under this claim.
 *
 * <p>Every transition raises the version, a renewal does not; so {@code where id = ? and version = ? and operator_id = ?} is
 * the one guard of every write that ends or prolongs an attempt. The node is part of it, as a failover that loses a claim
 * brings the row to the same version again.
 */
public record Lease(long id, long version) {

    /** The key of this attempt, {@code id:version}. No other attempt has it, unless a failover loses commits. */
    public String attemptKey() {
        return id + ":" + version;
    }
}
