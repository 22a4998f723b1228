package io.github.rowmill.feature.step;

import io.github.rowmill.api.TaskSteps;
import io.github.rowmill.engine.execute.OpenTransactions;
import io.github.rowmill.engine.hold.HeldTask;
import jakarta.inject.Singleton;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import org.jspecify.annotations.Nullable;

/** Runs work outside of the transaction of the handler, which is suspended meanwhile. */
@Singleton
class StepTransactions {

    private final TransactionManager transactions;
    private final OpenTransactions open;

    StepTransactions(TransactionManager transactions, OpenTransactions open) {
        this.transactions = transactions;
        this.open = open;
    }

    /** Returns whether the calling thread has a transaction. */
    boolean isInTransaction() {
        try {
            return transactions.getStatus() != Status.STATUS_NO_TRANSACTION;
        } catch (SystemException e) {
            throw failure(e);
        }
    }

    /**
     * Runs work without a transaction.
     *
     * @throws IllegalStateException the work left a transaction open, which is rolled back
     */
    <T, E extends Exception> @Nullable T outside(String step, TaskSteps.Work<T, E> work) throws E {
        Transaction own = suspend();
        try {
            T value = work.run();
            if (isInTransaction()) {
                throw new IllegalStateException(
                        "step '%s' left a transaction open, which is rolled back; commit it in the step, or use task.transaction(…)"
                                .formatted(step));
            }
            return value;
        } finally {
            resume(own);
        }
    }

    /** Rolls back a transaction whose record the fence or another attempt has refused. */
    static final class Refused extends RuntimeException {

        private Refused() {
            super(null, null, false, false);
        }
    }

    /** Writes the record of work in the transaction of the work. */
    @FunctionalInterface
    interface RecordWrite<T> {

        /** Returns false if the transaction must be rolled back. */
        boolean write(@Nullable T value);
    }

    /**
     * Runs work and writes its record in a transaction, and commits the transaction. If the work throws,
     * everything is rolled back.
     *
     * @throws Refused the record was refused; everything is rolled back
     * @throws IllegalStateException the transaction cannot be committed, or the work has ended it. If the answer
     *     to the commit was lost, it may be committed nevertheless, with the record
     */
    <T, E extends Exception> @Nullable T inNew(
            String step, HeldTask task, TaskSteps.Work<T, E> work, RecordWrite<T> record) throws E {
        Transaction former = suspend();
        OpenTransactions.@Nullable Open own = null;
        try {
            own = begin(task);
            T value = work.run();
            refuseUnlessUsable(step, own.transaction());
            if (!record.write(value)) {
                throw new Refused();
            }
            commit(step);
            return value;
        } finally {
            end(own);
            resume(former);
        }
    }

    private OpenTransactions.Open begin(HeldTask task) {
        try {
            return open.begin(task);
        } catch (NotSupportedException | SystemException e) {
            throw failure(e);
        }
    }

    /** Refuses to write the record elsewhere. It would be committed without the writes of the work. */
    private void refuseUnlessUsable(String step, Transaction own) {
        try {
            if (!own.equals(transactions.getTransaction()) || own.getStatus() != Status.STATUS_ACTIVE) {
                throw notCommitted(step, null);
            }
        } catch (SystemException e) {
            throw failure(e);
        }
    }

    private void commit(String step) {
        try {
            transactions.commit();
        } catch (RollbackException | HeuristicMixedException | HeuristicRollbackException | SystemException e) {
            throw notCommitted(step, e);
        }
    }

    private static IllegalStateException notCommitted(String step, @Nullable Exception cause) {
        return new IllegalStateException(
                "the transaction of step '%s' was not committed: it was marked for rollback by setRollbackOnly, or by an exception that was caught, or the database refused it, or the step has ended or suspended it"
                        .formatted(step),
                cause);
    }

    /** Rolls back a transaction that the work suspended. Otherwise its connection would be lost. */
    private void end(OpenTransactions.@Nullable Open begun) {
        if (begun == null) {
            return;
        }
        begun.end();
        Transaction own = begun.transaction();
        try {
            if (isOpen(own) && !own.equals(transactions.getTransaction())) {
                if (isInTransaction()) {
                    endLeftOver();
                }
                transactions.resume(own);
                transactions.rollback();
            }
        } catch (InvalidTransactionException | SystemException e) {
            throw failure(e);
        }
    }

    private static boolean isOpen(Transaction own) throws SystemException {
        int status = own.getStatus();
        return status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK;
    }

    private @Nullable Transaction suspend() {
        try {
            return transactions.suspend();
        } catch (SystemException e) {
            throw failure(e);
        }
    }

    /** Rolls back what the work left open, and gives the thread its former transaction. */
    private void resume(@Nullable Transaction own) {
        try {
            transactions.setTransactionTimeout(0);
            if (isInTransaction()) {
                endLeftOver();
            }
            if (own != null) {
                transactions.resume(own);
            }
        } catch (InvalidTransactionException | SystemException e) {
            throw failure(e);
        }
    }

    private void endLeftOver() throws SystemException {
        if (transactions.getStatus() == Status.STATUS_COMMITTED) {
            transactions.suspend(); // it was ended by itself, not by its manager, and would stay on the thread
        } else {
            transactions.rollback();
        }
    }

    private static IllegalStateException failure(Exception cause) {
        return new IllegalStateException("the transaction manager refuses: " + cause.getMessage(), cause);
    }
}
