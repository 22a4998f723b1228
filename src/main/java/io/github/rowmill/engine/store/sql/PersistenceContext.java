package io.github.rowmill.engine.store.sql;

import jakarta.inject.Singleton;
import jakarta.persistence.EntityManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** What a handler has left in its transaction's persistence context. */
@Singleton
public class PersistenceContext {

    /** Under this name Quarkus keeps a transaction's session; under another, the tests of the flush fail. */
    private static final String SESSION = "TransactionScopedSession-<default>";

    private final EntityManager entities;
    private final TransactionSynchronizationRegistry transaction;

    PersistenceContext(EntityManager entities, TransactionSynchronizationRegistry transaction) {
        this.entities = entities;
        this.transaction = transaction;
    }

    /** Writes it; a handler that used none gets none opened for it, as that costs as much as its verdict. */
    public void flush() {
        if (transaction.getResource(SESSION) != null) {
            entities.flush();
        }
    }
}
