package io.github.rowmill.engine.store.end;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.ats.jta.transaction.Transaction;
import io.agroal.narayana.LocalXAResource;
import io.github.rowmill.db.PersistenceContext;
import io.github.rowmill.engine.store.Claimant;
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
 * Ends a handler's transaction. The verdict is the last write. A success is sent together with the commit if
 * nothing else takes part in the transaction (decision 54).
 */
@Singleton
public class VerdictCommit {

    /**
     * Narayana's own registry. Its synchronizations run after those of Quarkus' registry, including Hibernate's
     * flush and Agroal's part.
     */
    private final TransactionSynchronizationRegistry registry = new TransactionSynchronizationRegistryImple();

    private final TransactionManager transactions;
    private final PersistenceContext context;
    private final Claimant claimant;
    private final Completions completions;
    private final Verdicts verdicts;

    VerdictCommit(
            TransactionManager transactions,
            PersistenceContext context,
            Claimant claimant,
            Completions completions,
            Verdicts verdicts) {
        this.transactions = transactions;
        this.context = context;
        this.claimant = claimant;
        this.completions = completions;
        this.verdicts = verdicts;
    }

    /**
     * Flushes the handler's persistence context, writes the verdict and commits. If there is no verdict, all
     * writes are rolled back.
     *
     * @return {@link FencedWrite#REFUSED} if there is no verdict or the lease is no longer held; then all writes are
     *     rolled back
     * @throws Exception what the verdict or the commit threw; all writes are rolled back, unless the answer to the
     *     commit was lost
     */
    public FencedWrite commit(@Nullable Verdict verdict) throws Exception {
        if (verdict == null) {
            transactions.rollback();
            return FencedWrite.REFUSED;
        }
        context.flush();
        try {
            return commitWith(verdict);
        } catch (JDBCException | RollbackException e) {
            throw CommitRefusal.named(e);
        }
    }

    private FencedWrite commitWith(Verdict verdict) throws Exception {
        Transaction own = (Transaction) transactions.getTransaction();
        if (verdict instanceof Verdict.Completed success && isOfOneConnection(own)) {
            return commitWith(new Last(own, success));
        }
        FencedWrite written = SnapshotRefusal.named(() -> verdict instanceof Verdict.Completed success
                ? completions.completeIfHeld(claimant, success, () -> false)
                : verdicts.writeIfHeld(claimant, verdict));
        if (written.isWritten()) {
            transactions.commit();
        } else {
            transactions.rollback();
        }
        return written;
    }

    private static boolean isOfOneConnection(Transaction transaction) {
        return transaction.getResources().keySet().stream()
                .map(Object::getClass)
                .toList()
                .equals(List.of(LocalXAResource.class));
    }

    private FencedWrite commitWith(Last last) throws Exception {
        try {
            transactions.commit();
            return last.written;
        } catch (RollbackException e) {
            if (last.written == FencedWrite.REFUSED) {
                return last.written;
            }
            throw last.failure == null ? e : last.failure;
        }
    }

    /** Writes a success as the last action before a transaction completes. */
    private final class Last implements Synchronization {

        private final Transaction own;
        private final Verdict.Completed success;
        private final int synchronizations;
        private FencedWrite written = FencedWrite.WRITTEN;
        private @Nullable RuntimeException failure;

        Last(Transaction own, Verdict.Completed success) {
            this.own = own;
            this.success = success;
            registry.registerInterposedSynchronization(this);
            synchronizations = own.getSynchronizations().size();
        }

        /**
         * Writes the success, unless the transaction has ended. Then the verdict would use another connection, and
         * would not be rolled back.
         */
        @Override
        public void beforeCompletion() {
            if (!isActive()) {
                return;
            }
            try {
                written = SnapshotRefusal.named(() -> completions.completeIfHeld(claimant, success, this::isAlone));
            } catch (JDBCException | IllegalStateException e) {
                failure = e;
            }
            if (written == FencedWrite.REFUSED || failure != null) {
                registry.setRollbackOnly();
            }
        }

        /**
         * Returns whether this verdict is the last write of a transaction with a single connection. At the call,
         * the transaction has the connection of the verdict. So a single connection is that one.
         */
        private boolean isAlone() {
            return own.getSynchronizations().size() == synchronizations && isOfOneConnection(own) && isActive();
        }

        private boolean isActive() {
            return registry.getTransactionStatus() == Status.STATUS_ACTIVE;
        }

        @Override
        public void afterCompletion(int status) {}
    }
}
