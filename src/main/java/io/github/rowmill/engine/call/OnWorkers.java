package io.github.rowmill.engine.call;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.eclipse.microprofile.context.ManagedExecutor;
import org.eclipse.microprofile.context.ThreadContext;

/** Does blocking work for callers that must not wait, and outside of their transaction. */
@Singleton
public class OnWorkers {

    private final ManagedExecutor workers = ManagedExecutor.builder()
            .cleared(ThreadContext.TRANSACTION)
            .propagated(ThreadContext.ALL_REMAINING)
            .build();

    /**
     * Runs the work on a worker thread. If the caller has a Vert.x context, the work keeps its content: the
     * request, the span and the logging context.
     */
    public <T> CompletionStage<T> supply(Supplier<T> work) {
        Context context = Vertx.currentContext();
        return context == null
                ? workers.supplyAsync(work)
                : context.executeBlocking(work::get, false).toCompletionStage();
    }
}
