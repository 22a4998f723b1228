package io.github.rowmill.testing;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.context.ThreadContext;

/** Makes of the calling thread what a worker's is to a handler: no transaction, and a request scope of its own. */
@Singleton
class HandlerContext {

    private final ThreadContext cleared = ThreadContext.builder()
            .propagated()
            .unchanged()
            .cleared(ThreadContext.ALL_REMAINING)
            .build();

    /** What was there before is there again afterwards. */
    void run(Runnable work) {
        cleared.contextualRunnable(work).run();
    }
}
