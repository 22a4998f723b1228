package io.github.rowmill.engine.enqueue;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.Enqueued.Result;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.Inserts.Place;
import io.github.rowmill.engine.store.NewRow;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.List;
import java.util.Optional;

/** Enqueues tasks of a flow, in the caller's transaction. Some of them wait for the start of their part. */
@Singleton
public class MemberEnqueue {

    private final Rows rows;
    private final Inserts inserts;
    private final KeyedInserts keyed;
    private final AfterCommit afterCommit;

    MemberEnqueue(Rows rows, Inserts inserts, KeyedInserts keyed, AfterCommit afterCommit) {
        this.rows = rows;
        this.inserts = inserts;
        this.keyed = keyed;
        this.afterCommit = afterCommit;
    }

    /**
     * Inserts the rows, and fires their events after the commit. Rows with a unique key must be those of tasks that
     * refuse duplicates.
     *
     * @param places the place of each row
     * @return the ids, in the order given
     * @throws io.github.rowmill.api.DuplicateTaskException another task holds the unique key of a row; none of them
     *     was written
     */
    @Transactional(value = TxType.MANDATORY, dontRollbackOn = RowmillException.class)
    public List<Long> enqueue(long flow, List<NewRow> made, List<Place> places) {
        try (ContextCapture.Scope scope = rows.begin(made)) {
            List<NewRow> all = scope.rows();
            List<Enqueued> enqueued = all.stream().noneMatch(NewRow::hasUniqueKey)
                    ? asNew(inserts.insertMembers(flow, all, places))
                    : keyed.insert(all, () -> inserts.insertMembers(flow, all, places), HolderCheck.FREE);
            scope.sent(enqueued);
            afterCommit.fire(
                    EnqueuedEvents.of(made, enqueued, nth -> places.get(nth).waits()));
            return enqueued.stream().map(Enqueued::id).toList();
        }
    }

    private static List<Enqueued> asNew(List<Optional<Long>> ids) {
        return ids.stream()
                .map(id -> new Enqueued(id.orElseThrow(Inserts::passedOver), Result.NEW))
                .toList();
    }
}
