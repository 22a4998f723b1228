package io.github.rowmill.engine.execute.thread;

import io.quarkus.arc.Arc;
import io.quarkus.arc.ManagedContext;

/**
 * The request scope of a worker's thread. The managed executor opens it with the thread's first task and closes it
 * after the last.
 */
public final class RequestScope {

    private RequestScope() {}

    /** Ends the scope of the previous task, and opens one for the next. */
    public static void renew() {
        ManagedContext scope = Arc.container().requestContext();
        scope.terminate();
        scope.activate();
    }
}
