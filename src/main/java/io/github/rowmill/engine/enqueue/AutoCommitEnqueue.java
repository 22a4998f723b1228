package io.github.rowmill.engine.enqueue;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.TransactionRequirement;
import io.github.rowmill.api.Enqueued;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.node.TaskEvents;
import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Optional;

/**
 * Enqueues a single task outside of any transaction, by one statement in one round trip. A transaction takes two
 * round trips, or three if the task is claimed in it.
 */
@Singleton
class AutoCommitEnqueue {

    private final Rows rows;
    private final ClaimAtCommit atCommit;
    private final Inserts inserts;
    private final TaskEvents events;
    private final TransactionSynchronizationRegistry transaction;
    private final boolean isAllowed;

    AutoCommitEnqueue(
            Rows rows,
            ClaimAtCommit atCommit,
            Inserts inserts,
            TaskEvents events,
            TransactionSynchronizationRegistry transaction,
            AgroalDataSource database) {
        this.rows = rows;
        this.atCommit = atCommit;
        this.inserts = inserts;
        this.events = events;
        this.transaction = transaction;
        this.isAllowed =
                database.getConfiguration().connectionPoolConfiguration().transactionRequirement()
                        == TransactionRequirement.OFF;
    }

    /**
     * Returns whether these rows need no transaction. That is the case for a single row without a unique key, if
     * no transaction is active and the datasource allows statements without one.
     */
    boolean isEnoughFor(List<NewRow> some) {
        return isAllowed
                && some.size() == 1
                && !some.get(0).hasUniqueKey()
                && transaction.getTransactionStatus() == Status.STATUS_NO_TRANSACTION;
    }

    /** Inserts the row, starts the task if it was claimed, and fires its event. */
    List<Enqueued> enqueue(List<NewRow> one) {
        try (ContextCapture.Scope scope = rows.begin(one)) {
            NewRow row = scope.rows().get(0);
            Inserts.Made made = Optional.of(row)
                    .filter(EnqueuedEvents::isDue)
                    .flatMap(atCommit::insert)
                    .orElseGet(() -> inserts.insertOne(row));
            List<Enqueued> enqueued = List.of(new Enqueued(made.id(), Enqueued.Result.NEW));
            scope.sent(enqueued);
            EnqueuedEvents.of(one, enqueued)
                    .forEach(event -> events.fire(made.claimed().isEmpty() ? event : event.asClaimed()));
            return enqueued;
        }
    }
}
