package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.node.TaskEvents;
import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;

/** Fires events once the current transaction is committed, and never if it is rolled back. */
@Singleton
public class AfterCommit {

    private final TransactionSynchronizationRegistry transaction;
    private final TaskEvents events;

    AfterCommit(TransactionSynchronizationRegistry transaction, TaskEvents events) {
        this.transaction = transaction;
        this.events = events;
    }

    /** Registers events with the current transaction. */
    public void fire(List<? extends TaskEvent> what) {
        transaction.registerInterposedSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {}

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    what.forEach(events::fire);
                }
            }
        });
    }
}
