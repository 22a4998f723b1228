package io.github.rowmill.engine.execute.thread;

import io.github.rowmill.config.RowmillConfig;
import io.smallrye.context.SmallRyeManagedExecutor;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.reflect.InvocationTargetException;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.context.ThreadContext;
import org.jspecify.annotations.Nullable;

/**
 * The threads that handlers run on: one bounded managed executor of platform threads, and one of virtual threads
 * if the JVM has them. All context is cleared, so that a task sees no transaction and no request of the claimer.
 */
@Singleton
public class WorkerThreads {

    private final ExecutorService platformThreads;
    private final ExecutorService virtualThreads;
    private final ManagedExecutorService platform;
    private final ManagedExecutorService virtual;
    private volatile @Nullable Executor instead;

    @Inject
    WorkerThreads(RowmillConfig config) {
        this(config, named());
    }

    /** Creates the executors with platform threads of another factory. */
    WorkerThreads(RowmillConfig config, ThreadFactory factory) {
        this.platformThreads = Executors.newCachedThreadPool(factory);
        this.virtualThreads = virtualThreads();
        this.platform = managed(platformThreads, config.workers());
        this.virtual = managed(virtualThreads, config.workers());
    }

    /**
     * Returns the executor of virtual threads, for handlers annotated {@code @RunOnVirtualThread}, or of platform
     * threads, for all others. On a JVM without virtual threads, both have platform threads.
     */
    public Executor of(boolean virtualThread) {
        return Objects.requireNonNullElse(instead, virtualThread ? virtual : platform);
    }

    /**
     * Runs handlers on this executor from now on, for tests. It must clear all context. If {@code other} is null,
     * handlers run on their own threads again.
     */
    public void runOn(@Nullable Executor other) {
        instead = other;
    }

    /**
     * Creates a managed executor. A thread frees its place only after its task has started the next one, so the
     * queue has room for as many tasks as workers.
     */
    private static ManagedExecutorService managed(ExecutorService threads, int workers) {
        return new JakartaManagedExecutor(SmallRyeManagedExecutor.builder()
                .withExecutorService(threads)
                .maxAsync(workers)
                .maxQueued(workers)
                .propagated()
                .cleared(ThreadContext.ALL_REMAINING)
                .build());
    }

    static ThreadFactory named() {
        AtomicInteger number = new AtomicInteger();
        return strangers(work -> {
            Thread thread = new Thread(null, work, "rowmill-worker-" + number.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Returns a factory whose threads take nothing from the application's thread that gives them a task. Their
     * class loader is the one that is current now.
     */
    private static ThreadFactory strangers(ThreadFactory factory) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return work -> {
            Thread thread = factory.newThread(work);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }

    /**
     * Returns Java 21's executor of virtual threads, by reflection because the code is compiled for Java 17. On an
     * older JVM, returns platform threads.
     */
    static ExecutorService virtualThreads() {
        try {
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Object virtual = builder.getMethod("inheritInheritableThreadLocals", boolean.class)
                    .invoke(Thread.class.getMethod("ofVirtual").invoke(null), false);
            ThreadFactory factory = (ThreadFactory) builder.getMethod("factory").invoke(virtual);
            return (ExecutorService) Executors.class
                    .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                    .invoke(null, strangers(factory));
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            return Executors.newCachedThreadPool(named());
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("virtual threads cannot be started", e);
        }
    }

    @PreDestroy
    void close() {
        platformThreads.shutdownNow();
        virtualThreads.shutdownNow();
    }
}
