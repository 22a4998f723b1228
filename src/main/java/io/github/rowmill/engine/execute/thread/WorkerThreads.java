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
 * The threads that handlers run on: one bounded managed executor of platform threads, one of virtual threads where the
 * JVM has them. All context is cleared, so that a task sees nothing of the claimer's: no transaction, no request.
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

    /** With threads of another make. */
    WorkerThreads(RowmillConfig config, ThreadFactory factory) {
        this.platformThreads = Executors.newCachedThreadPool(factory);
        this.virtualThreads = virtualThreads();
        this.platform = managed(platformThreads, config.workers());
        this.virtual = managed(virtualThreads, config.workers());
    }

    /** For handlers by default, or for those annotated {@code @RunOnVirtualThread}: platform threads too on a JVM without virtual ones. */
    public Executor of(boolean virtualThread) {
        return Objects.requireNonNullElse(instead, virtualThread ? virtual : platform);
    }

    /** For tests: from now on handlers are given to this, which must clear all context; null: they have threads again. */
    public void runOn(@Nullable Executor other) {
        instead = other;
    }

    /** One that ends frees its place only after its task has started the next: hence room for as many in the queue. */
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

    /** Threads that have nothing of whichever thread of the application hands them a task; of its class loaders they have today's. */
    private static ThreadFactory strangers(ThreadFactory factory) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return work -> {
            Thread thread = factory.newThread(work);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }

    /** Java 21's executor, by reflection as the code is for 17; platform threads on a JVM without it. */
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
