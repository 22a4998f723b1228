package io.github.rowmill.operate.access;

import io.github.rowmill.db.ReadDatabase;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/** Lets a caller wait for its turn before a transaction begins. */
@OneReadPerCaller
@Interceptor
@Priority(OneReadPerCallerInterceptor.BEFORE_TRANSACTIONAL)
class OneReadPerCallerInterceptor {

    /**
     * Priority before the interceptors of {@code @Transactional}, which have 200. So no connection is held during
     * the wait. It is after {@code PublicCalls}, which has 100 and refuses calls on threads that must not wait.
     */
    static final int BEFORE_TRANSACTIONAL = Interceptor.Priority.PLATFORM_BEFORE + 150;

    private final ReadDatabase database;

    OneReadPerCallerInterceptor(ReadDatabase database) {
        this.database = database;
    }

    @AroundInvoke
    Object call(InvocationContext call) throws Exception {
        return database.inTurn(call::proceed);
    }
}
