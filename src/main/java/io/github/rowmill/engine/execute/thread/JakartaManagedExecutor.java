package io.github.rowmill.engine.execute.thread;

import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.microprofile.context.ManagedExecutor;

/**
 * Implements Jakarta's managed executor, which Quarkus does not provide, by MicroProfile's, which it provides. The
 * methods are the same.
 */
final class JakartaManagedExecutor extends AbstractExecutorService implements ManagedExecutorService {

    private final ManagedExecutor executor;

    JakartaManagedExecutor(ManagedExecutor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable work) {
        executor.execute(work);
    }

    @Override
    public <U> CompletableFuture<U> completedFuture(U value) {
        return executor.completedFuture(value);
    }

    @Override
    public <U> CompletionStage<U> completedStage(U value) {
        return executor.completedStage(value);
    }

    @Override
    public <T> CompletableFuture<T> copy(CompletableFuture<T> stage) {
        return executor.copy(stage);
    }

    @Override
    public <T> CompletionStage<T> copy(CompletionStage<T> stage) {
        return executor.copy(stage);
    }

    @Override
    public <U> CompletableFuture<U> failedFuture(Throwable failure) {
        return executor.failedFuture(failure);
    }

    @Override
    public <U> CompletionStage<U> failedStage(Throwable failure) {
        return executor.failedStage(failure);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return executor.newIncompleteFuture();
    }

    @Override
    public CompletableFuture<Void> runAsync(Runnable work) {
        return executor.runAsync(work);
    }

    @Override
    public <U> CompletableFuture<U> supplyAsync(Supplier<U> work) {
        return executor.supplyAsync(work);
    }

    /** Always throws: the workers propagate no context, so no service can capture one. */
    @Override
    public ContextService getContextService() {
        throw new UnsupportedOperationException("Rowmill's workers clear all context; inject a ThreadContext instead");
    }

    @Override
    public void shutdown() {
        executor.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return executor.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return executor.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return executor.isTerminated();
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        return executor.awaitTermination(time, unit);
    }
}
