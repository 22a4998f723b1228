package io.github.rowmill.engine.execute;

import io.github.rowmill.engine.execute.thread.LentThread;
import io.github.rowmill.engine.execute.thread.RequestScope;
import io.github.rowmill.engine.execute.thread.WorkerThreads;
import io.github.rowmill.engine.hold.Bundle;
import io.github.rowmill.engine.hold.HeldTask;
import io.github.rowmill.engine.hold.HeldTasks;
import io.github.rowmill.engine.hold.Prefetch;
import io.github.rowmill.node.TaskEvents;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs held tasks on worker threads, one after another on each thread. */
final class Workers {

    private final WorkerThreads threads;
    private final TaskRunner runner;
    private final BundleRunner bundles;
    private final HeldTasks held;
    private final Prefetch prefetch;
    private final TaskEvents events;
    private final Consumer<String> roomListener;

    /**
     * Creates the workers.
     *
     * @param roomListener called with the queue of a task whose end leaves the node idle, or frees a connection
     */
    Workers(
            WorkerThreads threads,
            TaskRunner runner,
            BundleRunner bundles,
            HeldTasks held,
            Prefetch prefetch,
            TaskEvents events,
            Consumer<String> roomListener) {
        this.threads = threads;
        this.runner = runner;
        this.bundles = bundles;
        this.held = held;
        this.prefetch = prefetch;
        this.events = events;
        this.roomListener = roomListener;
    }

    /** Starts waiting tasks, as far as workers are free and threads are available. */
    void startWaiting() {
        HeldTask next = held.next();
        while (next != null && startOnThread(next)) {
            next = held.next();
        }
    }

    /**
     * Starts a task on a thread.
     *
     * @return false if no thread is available, as in a process with too many threads; the task keeps waiting
     */
    private boolean startOnThread(HeldTask task) {
        try {
            threads.of(task.isVirtual()).execute(() -> runOneAfterAnother(task));
            return true;
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            held.putBack(task);
            events.roundFailed("workers", e);
            return false;
        }
    }

    /**
     * Runs a task, then the tasks that take its place on the same thread. A handover to another thread costs more
     * than many handlers.
     */
    private void runOneAfterAnother(HeldTask first) {
        @Nullable HeldTask next = run(first);
        try {
            while (next != null && next.isVirtual() == first.isVirtual()) {
                RequestScope.renew();
                HeldTask current = next;
                next = null;
                next = run(current);
            }
        } finally {
            if (next != null) {
                startOnThread(next);
            }
        }
    }

    /**
     * Runs a task, and returns the task that takes its place. If this method throws, that task starts on another
     * thread.
     */
    private @Nullable HeldTask run(HeldTask task) {
        boolean threw = true;
        @Nullable HeldTask next = null;
        LentThread thread = LentThread.to(task.id(), task.type(), task.task().attempt());
        Bundle bundle = task.bundle();
        try {
            if (bundle == null) {
                runner.run(task);
            } else {
                bundles.run(bundle);
            }
            threw = false;
        } finally {
            thread.takeBack();
            prefetch.ran(task.queue(), bundle == null ? task.ran() : bundle.ran());
            if (bundle != null && bundle.again() > 0) {
                held.runAgain(bundle, bundle.again());
            }
            next = held.ran(task);
            if (threw && next != null) {
                startOnThread(next);
            }
            if (held.isWorthAClaim()) {
                roomListener.accept(task.queue());
            }
        }
        return next;
    }
}
