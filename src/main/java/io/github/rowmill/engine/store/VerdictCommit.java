package io.github.rowmill.engine.store;

import com.arjuna.ats.arjuna.coordinator.BasicAction;
import com.arjuna.ats.arjuna.coordinator.TransactionReaper;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.ats.jta.transaction.Transaction;
import io.agroal.narayana.LocalXAResource;
import io.github.rowmill.engine.store.sql.PersistenceContext;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import org.hibernate.JDBCException;
import org.jspecify.annotations.Nullable;

/**
 * The end of a handler's transaction: its verdict is written last, and a success is sent together with the commit where
 * nothing else can have a part in that (decision 54).
 */
@Singleton
public class VerdictCommit {

    /** What a transaction must have left before it is taken from the reaper, so that the reaper cannot be about to look at it. */
    private static final long MILLIS_BEFORE_THE_REAPER = 5_000;

    /** Narayana's own: what Quarkus' registry is told comes before it, Hibernate's flush and Agroal's part included. */
    private final TransactionSynchronizationRegistry registry = new TransactionSynchronizationRegistryImple();

    private final TransactionManager transactions;
    private final PersistenceContext handlers;
    private final Completions completions;
    private final Verdicts verdicts;

    VerdictCommit(
            TransactionManager transactions, PersistenceContext handlers, Completions completions, Verdicts verdicts) {
        this.transactions = transactions;
        this.handlers = handlers;
        this.completions = completions;
        this.verdicts = verdicts;
    }

    /**
     * Flushes what the handler left in its persistence context, writes the verdict and commits. Without a verdict all is
     * rolled back.
     *
     * @return false: there is none, or the lease is not held any more, and all is rolled back
     * @throws Exception what the verdict or the commit threw; all is rolled back, if the answer to the commit was not lost
     */
    public boolean commit(@Nullable Verdict verdict) throws Exception {
        if (verdict == null) {
            transactions.rollback();
            return false;
        }
        handlers.flush();
        try {
            return commitWith(verdict);
        } catch (JDBCException | RollbackException e) {
            throw CommitRefusal.named(e);
        }
    }

    private boolean commitWith(Verdict verdict) throws Exception {
        Transaction own = (Transaction) transactions.getTransaction();
        if (verdict instanceof Verdict.Completed && isOfOneConnection(own)) {
            return commitWith(new Last(own, verdict.lease()));
        }
        boolean held = SnapshotRefusal.named(() -> verdict instanceof Verdict.Completed
                ? completions.completeIfHeld(verdict.lease(), () -> false)
                : verdicts.writeIfHeld(verdict));
        if (held) {
            transactions.commit();
        } else {
            transactions.rollback();
        }
        return held;
    }

    private static boolean isOfOneConnection(Transaction transaction) {
        return transaction.getResources().keySet().stream()
                .map(Object::getClass)
                .toList()
                .equals(List.of(LocalXAResource.class));
    }

    private boolean commitWith(Last last) throws Exception {
        try {
            transactions.commit();
            return true;
        } catch (RollbackException e) {
            if (last.refused) {
                return false;
            }
            throw last.failure == null ? e : last.failure;
        }
    }

    /** A success, as the last thing to do before a transaction completes. */
    private final class Last implements Synchronization {

        private final Transaction own;
        private final Lease lease;
        private final int synchronizations;
        private boolean refused;
        private @Nullable RuntimeException failure;

        Last(Transaction own, Lease lease) {
            this.own = own;
            this.lease = lease;
            registry.registerInterposedSynchronization(this);
            synchronizations = own.getSynchronizations().size();
        }

        /** On a transaction that is over the connection would be another, and the verdict stay. */
        @Override
        public void beforeCompletion() {
            if (!isActive()) {
                return;
            }
            try {
                refused = !SnapshotRefusal.named(() -> completions.completeIfHeld(lease, this::isAlone));
            } catch (JDBCException | IllegalStateException e) {
                failure = e;
            }
            if (refused || failure != null) {
                registry.setRollbackOnly();
            }
        }

        /** Asked when the transaction has the connection that the verdict is written on: if it has one only, it is this. */
        private boolean isAlone() {
            return own.getSynchronizations().size() == synchronizations
                    && isOfOneConnection(own)
                    && isOutOfReach()
                    && isActive();
        }

        private boolean isActive() {
            return registry.getTransactionStatus() == Status.STATUS_ACTIVE;
        }

        /** The reaper's rollback would end what the handler wrote, and the verdict would be committed without it. */
        private boolean isOutOfReach() {
            TransactionReaper reaper = TransactionReaper.transactionReaper();
            BasicAction action = BasicAction.Current();
            if (!action.get_uid().equals(own.get_uid())
                    || reaper.getRemainingTimeoutMills(action) < MILLIS_BEFORE_THE_REAPER) {
                return false;
            }
            reaper.remove(action);
            return reaper.getTimeout(action) == 0;
        }

        @Override
        public void afterCompletion(int status) {}
    }
}
