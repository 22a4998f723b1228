package io.github.rowmill.task;

/**
 * The result of a claim: the task and its version under this claim.
 *
 * <p>Every transition raises the version, a renewal does not. Every write that ends or prolongs an attempt is
 * guarded by {@code where id = ? and version = ? and operator_id = ?}. The node is part of the guard, because
 * after a failover that loses a claim, the row can reach the same version again.
 */
public record Lease(long id, long version) {

    /** Returns the key of this attempt, {@code id:version}. It is unique unless a failover loses commits. */
    public String attemptKey() {
        return id + ":" + version;
    }

    /** Returns the lease whose {@link #attemptKey} is {@code key}. */
    public static Lease ofAttemptKey(String key) {
        int colon = key.indexOf(':');
        return new Lease(Long.parseLong(key.substring(0, colon)), Long.parseLong(key.substring(colon + 1)));
    }
}
