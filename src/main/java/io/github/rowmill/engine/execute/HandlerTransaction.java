package io.github.rowmill.engine.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.engine.hold.HeldTask;
import jakarta.inject.Singleton;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.Callable;

/**
 * The transaction of a {@code @Transactional} handler. The runner begins it, the handler joins it, and the verdict
 * is its last statement. The handler's writes and the verdict commit together or not at all.
 */
@Singleton
class HandlerTransaction {

    private final TransactionManager transactions;
    private final OpenTransactions open;
    private final ReportingSettler settler;

    HandlerTransaction(TransactionManager transactions, OpenTransactions open, ReportingSettler settler) {
        this.transactions = transactions;
        this.open = open;
        this.settler = settler;
    }

    /**
     * Runs the handler and commits its verdict with it. If the fence refuses the verdict, everything is rolled
     * back.
     *
     * @throws Exception exception of the handler or the commit. Everything is rolled back, and the attempt is not
     *     settled. If the answer to the commit was lost, the attempt may have been settled nevertheless. Then the
     *     fence refuses the verdict of the failure, and the row shows how the attempt ended
     */
    void run(HeldTask task, Callable<Returned> handler) throws Exception {
        OpenTransactions.Open own = open.beginOfAttempt(task);
        try {
            Returned returned = handler.call();
            Ending ending = returned.ending(task);
            if (task.end()) {
                refuseUnlessUsable(task, own.transaction());
                settler.settleWithHandlersWrites(task, returned.settlement(task, ending, task.ran()));
            }
        } finally {
            end(own);
        }
    }

    /** Work of several handlers in one transaction. */
    @FunctionalInterface
    interface Work {

        /**
         * Runs handlers, and commits the transaction. It is rolled back if the work does not commit it.
         *
         * @param check to be called with each task after its handler
         */
        void in(Check check) throws Exception;
    }

    /** Refuses a transaction in which the verdict of a task cannot be written. */
    @FunctionalInterface
    interface Check {

        void refuseUnlessUsable(HeldTask task) throws SystemException;
    }

    /** Runs work in a transaction for a bundle with this first task. */
    void runTogether(HeldTask first, Work work) throws Exception {
        OpenTransactions.Open own = open.beginOfAttempt(first);
        try {
            work.in(task -> refuseUnlessUsable(task, own.transaction()));
        } finally {
            end(own);
        }
    }

    private void end(OpenTransactions.Open own) throws SystemException, InvalidTransactionException {
        own.end();
        endLeftOver();
        endSuspended(own.transaction());
    }

    /** Cuts off the transaction of an abandoned handler. */
    void cutOff(HeldTask task) {
        open.cutOff(task);
    }

    /**
     * Refuses a transaction that a handler without a transaction of the engine has begun and left open.
     *
     * @throws IllegalStateException there is a transaction
     */
    void refuseLeftOver(HeldTask task) throws SystemException {
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            throw new IllegalStateException(
                    "the handler of type '%s' returned and left a transaction open, which is rolled back; commit it, or annotate the handler with @Transactional"
                            .formatted(task.type()));
        }
    }

    /**
     * Rolls back a transaction that a handler left open, so that the next task on this thread starts without it.
     */
    void endLeftOver() throws SystemException {
        transactions.setTransactionTimeout(0);
        int status = transactions.getStatus();
        if (status == Status.STATUS_COMMITTED) {
            transactions.suspend(); // it was ended by itself, not by its manager, and would stay on the thread
        } else if (status != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
    }

    /**
     * Ends the transaction if its handler suspended it. Otherwise it would never end, and its connection would be
     * lost.
     */
    private void endSuspended(Transaction own) throws SystemException, InvalidTransactionException {
        if (isOpen(own)) {
            transactions.resume(own);
            transactions.rollback();
        }
    }

    private static boolean isOpen(Transaction own) throws SystemException {
        int status = own.getStatus();
        return status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK;
    }

    /**
     * Refuses to write the verdict in a transaction other than the one begun for it. Elsewhere, the verdict would
     * not commit or roll back together with the handler's writes.
     */
    private void refuseUnlessUsable(HeldTask task, Transaction own) throws SystemException {
        boolean there = own.equals(transactions.getTransaction());
        if (there && own.getStatus() == Status.STATUS_ACTIVE) {
            return;
        }
        String handler = task.taskType().handler().name();
        if (!there && isOpen(own)) {
            throw new IllegalStateException(
                    "%s suspended the transaction of its task and did not resume it, so it is rolled back; leave the transaction to Rowmill, or resume it in a finally block"
                            .formatted(handler));
        }
        if (!there || own.getStatus() == Status.STATUS_COMMITTED) {
            throw new IllegalStateException(
                    "%s ended the transaction of its task: committed changes stay, but the task is not completed; leave the transaction to Rowmill, use REQUIRES_NEW for work that needs its own transaction, or remove @Transactional"
                            .formatted(handler));
        }
        throw new IllegalStateException(
                "the handler of type '%s' returned, but its transaction is marked for rollback: by setRollbackOnly, or by an exception it caught"
                        .formatted(task.type()));
    }
}
