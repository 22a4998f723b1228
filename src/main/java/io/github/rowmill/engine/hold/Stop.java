package io.github.rowmill.engine.hold;

/** The reason why a handler must stop. */
public enum Stop {
    TIMED_OUT,
    CANCELLED,
    /** The lease no longer belongs to this attempt. */
    LEASE_LOST,
    /**
     * The lease expired, because the database could not be reached to renew it. Perhaps no other node has
     * claimed the task yet.
     */
    LEASE_EXPIRED,
    DRAINED
}
