package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.NewRow;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;

/** Enqueues tasks in the caller's transaction, or in a new one. */
@Singleton
class TransactionalEnqueue {

    private final Rows rows;
    private final Inserts inserts;
    private final KeyedInserts keyed;
    private final AfterCommit afterCommit;

    TransactionalEnqueue(Rows rows, Inserts inserts, KeyedInserts keyed, AfterCommit afterCommit) {
        this.rows = rows;
        this.inserts = inserts;
        this.keyed = keyed;
        this.afterCommit = afterCommit;
    }

    /**
     * Inserts the rows, and fires their events after the commit. Calls {@code holderCheck} only for rows with unique
     * keys.
     */
    @Transactional(dontRollbackOn = RowmillException.class)
    List<Enqueued> enqueue(List<NewRow> made, HolderCheck holderCheck) {
        boolean areKeyless = made.stream().noneMatch(NewRow::hasUniqueKey);
        try (ContextCapture.Scope scope = rows.begin(made)) {
            List<NewRow> all = scope.rows();
            List<Enqueued> enqueued = areKeyless ? asNew(inserts.insert(all)) : keyed.insert(all, holderCheck);
            scope.sent(enqueued);
            afterCommit.fire(EnqueuedEvents.of(made, enqueued));
            return enqueued;
        }
    }

    private static List<Enqueued> asNew(List<Optional<Long>> ids) {
        return ids.stream()
                .map(id -> new Enqueued(id.orElseThrow(Inserts::passedOver), Enqueued.Result.NEW))
                .toList();
    }
}
