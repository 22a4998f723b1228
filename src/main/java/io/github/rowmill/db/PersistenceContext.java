package io.github.rowmill.db;

import jakarta.inject.Singleton;
import jakarta.persistence.EntityManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** The persistence context that a handler used in its transaction. */
@Singleton
public class PersistenceContext {

    /**
     * Key under which Quarkus keeps the session of a transaction. If the key changes, the tests of the flush fail.
     */
    private static final String SESSION = "TransactionScopedSession-<default>";

    private final EntityManager entities;
    private final TransactionSynchronizationRegistry transaction;

    PersistenceContext(EntityManager entities, TransactionSynchronizationRegistry transaction) {
        this.entities = entities;
        this.transaction = transaction;
    }

    /**
     * Flushes the persistence context. If the handler used none, none is opened, because that costs as much as its
     * verdict.
     */
    public void flush() {
        if (transaction.getResource(SESSION) != null) {
            entities.flush();
        }
    }
}
