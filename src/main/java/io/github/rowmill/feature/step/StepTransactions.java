package io.github.rowmill.feature.step;

import io.github.rowmill.api.TaskSteps;
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
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Runs work outside of the transaction of the handler, which is suspended meanwhile. */
@Singleton
class StepTransactions {

    private final TransactionManager transactions;

    StepTransactions(TransactionManager transactions) {
        this.transactions = transactions;
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

    /**
     * Runs work in a transaction, and commits it. If the work throws, the transaction is rolled back.
     *
     * @throws IllegalStateException the transaction cannot be committed, or the work has ended it
     */
    <T, E extends Exception> @Nullable T inNew(String step, Duration timeout, TaskSteps.Work<T, E> work) throws E {
        Transaction own = suspend();
        try {
            begin(timeout);
            T value = work.run();
            commit(step);
            return value;
        } finally {
            resume(own);
        }
    }

    private void begin(Duration timeout) {
        try {
            transactions.setTransactionTimeout((int) Math.min(Integer.MAX_VALUE, timeout.toSeconds()));
            transactions.begin();
        } catch (NotSupportedException | SystemException e) {
            throw failure(e);
        }
    }

    private void commit(String step) {
        try {
            transactions.commit();
        } catch (RollbackException | HeuristicMixedException | HeuristicRollbackException | SystemException e) {
            throw new IllegalStateException(
                    "the transaction of step '%s' was rolled back: by setRollbackOnly, by an exception that was caught, by its timeout, or by the database"
                            .formatted(step),
                    e);
        }
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
