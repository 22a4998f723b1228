package io.github.rowmill.engine.execute;

import com.arjuna.ats.jta.transaction.Transaction;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.engine.hold.HeldTask;
import jakarta.inject.Singleton;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * The transactions that Rowmill begins for attempts. No timeout of the transaction manager ends them. It would roll them
 * back from another thread, and each later statement of the handler would then be committed by itself. The transaction
 * of an abandoned handler is cut off instead: it can no longer be committed, and its connection is closed.
 */
@Singleton
public class OpenTransactions {

    private static final Logger LOG = Logger.getLogger(OpenTransactions.class);

    /** A timeout of 68 years, as 0 means the default of the application. */
    private static final int NEVER = Integer.MAX_VALUE;

    private final TransactionManager transactions;
    private final TransactionSynchronizationRegistry registry;
    private final JoinedDatabase database;
    private final Set<Open> all = ConcurrentHashMap.newKeySet();

    OpenTransactions(
            TransactionManager transactions, TransactionSynchronizationRegistry registry, JoinedDatabase database) {
        this.transactions = transactions;
        this.registry = registry;
        this.database = database;
    }

    /** A transaction of an attempt. */
    public final class Open {

        private final HeldTask task;
        private final Transaction transaction;
        private boolean isOver;

        private Open(HeldTask task, Transaction transaction) {
            this.task = task;
            this.transaction = transaction;
        }

        /** Returns the transaction. */
        public Transaction transaction() {
            return transaction;
        }

        /** Records that the caller now ends the transaction. It is no longer cut off. */
        public synchronized void end() {
            isOver = true;
            all.remove(this);
        }

        private synchronized void cutOff() {
            if (isOver) {
                return;
            }
            try {
                transaction.setRollbackOnly();
                if (!transaction.getResources().isEmpty()) {
                    closeConnection(transaction);
                }
            } catch (InvalidTransactionException | SystemException | RuntimeException e) {
                LOG.warnf(e, "the transaction of an abandoned handler stays open until it ends: id=%s", task.id());
            }
        }
    }

    private void closeConnection(Transaction of) throws InvalidTransactionException, SystemException {
        transactions.resume(of);
        try {
            database.closeConnection();
        } finally {
            transactions.suspend();
        }
    }

    /** Begins a transaction on this thread for the attempt of a task, or of the first task of a bundle. */
    public Open begin(HeldTask task) throws NotSupportedException, SystemException {
        transactions.setTransactionTimeout(NEVER);
        try {
            transactions.begin();
            Open open = new Open(task, (Transaction) transactions.getTransaction());
            all.add(open);
            return open;
        } finally {
            transactions.setTransactionTimeout(0);
        }
    }

    /** Begins a transaction that ends together with the attempt, or with the attempts of a bundle. */
    Open beginOfAttempt(HeldTask task) throws NotSupportedException, SystemException {
        Open open = begin(task);
        registry.putResource(OpenTransactions.class, true);
        return open;
    }

    /**
     * Returns whether the current transaction ends together with the attempt that runs in it. A transaction that the
     * handler began itself, for example by {@code REQUIRES_NEW}, does not.
     */
    public boolean isOfAttempt() {
        return registry.getTransactionKey() != null && registry.getResource(OpenTransactions.class) != null;
    }

    /**
     * Cuts off the transactions of an abandoned handler. Its locks are free then, and a statement that it waits for
     * fails.
     */
    void cutOff(HeldTask task) {
        HeldTask first = task.together().get(0);
        all.stream().filter(open -> open.task == first).forEach(Open::cutOff);
    }
}
