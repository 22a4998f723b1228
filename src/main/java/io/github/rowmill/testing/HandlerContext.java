package io.github.rowmill.testing;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.context.ThreadContext;

/** Gives the calling thread the context of a worker's thread: no transaction, and its own request scope. */
@Singleton
class HandlerContext {

    private final ThreadContext cleared = ThreadContext.builder()
            .propagated()
            .unchanged()
            .cleared(ThreadContext.ALL_REMAINING)
            .build();

    /** Runs {@code work} in that context and restores the previous one afterwards. */
    void run(Runnable work) {
        cleared.contextualRunnable(work).run();
    }
}
