package io.github.rowmill.engine.execute;

import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** Marks the transactions that end together with the attempts in them. The mark is in memory only. */
@Singleton
public class AttemptTransaction {

    private final TransactionSynchronizationRegistry registry;

    AttemptTransaction(TransactionSynchronizationRegistry registry) {
        this.registry = registry;
    }

    /** Marks the current transaction. */
    void mark() {
        registry.putResource(AttemptTransaction.class, true);
    }

    /**
     * Returns whether the current transaction ends together with the attempt that runs in it. A transaction that the
     * handler began itself, for example by {@code REQUIRES_NEW}, does not.
     */
    public boolean isCurrent() {
        return registry.getTransactionKey() != null && registry.getResource(AttemptTransaction.class) != null;
    }
}
