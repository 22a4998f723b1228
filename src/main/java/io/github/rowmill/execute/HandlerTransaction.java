package io.github.rowmill.execute;

import io.github.rowmill.api.Ending;
import io.github.rowmill.settle.Attempted;
import io.github.rowmill.settle.Settler;
import jakarta.inject.Singleton;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a {@code @Transactional} handler: the runner begins it, the handler joins it, the verdict is its
 * last statement. Handler's writes and verdict commit together or not at all.
 */
@Singleton
class HandlerTransaction {

    /** The transaction outlives the handler's maximum time by this much, so that it is the handler's timeout that ends it. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    private final TransactionManager transactions;
    private final Settler settler;

    HandlerTransaction(TransactionManager transactions, Settler settler) {
        this.transactions = transactions;
        this.settler = settler;
    }

    /**
     * Runs the handler and commits its verdict with it. The fence refusing the verdict rolls everything back.
     *
     * @throws Exception what the handler or the commit threw; everything is rolled back, and the attempt not settled.
     *     After a commit whose answer was lost it may have been settled all the same: then the fence refuses the verdict
     *     of the failure, and the row tells what the attempt has come to.
     */
    void run(InHand task, Callable<@Nullable Object> handler, Runnable settled) throws Exception {
        begin(task.timeout().plus(GRACE));
        try {
            Ending ending = TaskRunner.ending(task, handler.call());
            if (task.end()) {
                refuseRollbackOnly(task);
                commit(new Attempted(task.task(), ending, task.ran()), settled);
            }
        } finally {
            endLeftOver();
        }
    }

    /**
     * Runs a handler that has no transaction of the engine's. One that it begins and leaves open is rolled back, so that
     * the next task on this thread is free of it.
     *
     * @throws Exception what the handler threw, or that it left a transaction open
     */
    @Nullable
    Object runWithout(InHand task, Callable<@Nullable Object> handler) throws Exception {
        try {
            Object result = handler.call();
            if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
                throw new IllegalStateException(
                        "the handler of type '%s' returned, but left a transaction open, which is rolled back; commit it, or make the handler @Transactional"
                                .formatted(task.type()));
            }
            return result;
        } finally {
            endLeftOver();
        }
    }

    private void endLeftOver() throws SystemException {
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
            transactions.rollback();
        }
    }

    private void commit(Attempted attempt, Runnable settled) throws Exception {
        boolean held = settler.settleWithHandlersWrites(attempt);
        if (held) {
            transactions.commit();
        } else {
            transactions.rollback();
        }
        settled.run();
        settler.announce(attempt, held);
    }

    private void refuseRollbackOnly(InHand task) throws SystemException {
        if (transactions.getStatus() != Status.STATUS_ACTIVE) {
            throw new IllegalStateException(
                    "the handler of type '%s' returned, but its transaction is marked for rollback: by setRollbackOnly, by an exception it caught, or by the transaction's timeout"
                            .formatted(task.type()));
        }
    }

    private void begin(Duration timeout) throws SystemException, NotSupportedException {
        transactions.setTransactionTimeout((int) Math.min(Integer.MAX_VALUE, timeout.toSeconds()));
        try {
            transactions.begin();
        } finally {
            transactions.setTransactionTimeout(0);
        }
    }
}
