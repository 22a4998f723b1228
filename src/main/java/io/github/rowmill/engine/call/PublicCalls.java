package io.github.rowmill.engine.call;

import io.quarkus.runtime.BlockingOperationControl;
import io.quarkus.runtime.BlockingOperationNotAllowedException;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;

/**
 * Checks the thread and its transaction before a call joins it. A transaction that has ended stays on its thread
 * while its observers run. A call from one of these observers gets a transaction of its own.
 */
@PublicCall
@Interceptor
@Priority(PublicCalls.BEFORE_TRANSACTIONAL)
class PublicCalls {

    /**
     * Priority before the interceptors of {@code @Transactional}, which have 200, and before {@code OneReadPerCallerInterceptor},
     * which has 150 and may wait.
     */
    static final int BEFORE_TRANSACTIONAL = Interceptor.Priority.PLATFORM_BEFORE + 100;

    private final TransactionManager transactions;

    PublicCalls(TransactionManager transactions) {
        this.transactions = transactions;
    }

    /**
     * Makes the call.
     *
     * @throws BlockingOperationNotAllowedException the thread is an event loop
     * @throws IllegalStateException the transaction is marked for rollback
     */
    @AroundInvoke
    Object call(InvocationContext call) throws Exception {
        if (!BlockingOperationControl.isBlockingAllowed()) {
            throw new BlockingOperationNotAllowedException(
                    "%s waits for the database, but this thread is an event loop and must not wait; annotate your method with @Blocking or @RunOnVirtualThread, or call enqueueAsync"
                            .formatted(name(call)));
        }
        return switch (transactions.getStatus()) {
            case Status.STATUS_ACTIVE, Status.STATUS_NO_TRANSACTION -> call.proceed();
            case Status.STATUS_MARKED_ROLLBACK ->
                throw new IllegalStateException(
                        "%s cannot join the current transaction, which is marked for rollback: by setRollbackOnly, by an exception, or by the transaction's timeout"
                                .formatted(name(call)));
            default -> byItself(call);
        };
    }

    private Object byItself(InvocationContext call) throws Exception {
        Transaction ended = transactions.suspend();
        try {
            return call.proceed();
        } finally {
            transactions.resume(ended);
        }
    }

    private static String name(InvocationContext call) {
        return call.getMethod().getName();
    }
}
