package io.github.rowmill.engine.execute.thread;

import io.github.rowmill.config.RowmillConfig;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The worker threads of a process that can create only a limited number of further threads. */
@Alternative
@Priority(1)
@Singleton
public class ScarceThreads extends WorkerThreads {

    private static final AtomicInteger LEFT = new AtomicInteger(Integer.MAX_VALUE);
    private static final AtomicInteger REFUSED = new AtomicInteger();

    ScarceThreads(RowmillConfig config) {
        super(config, scarce(named()));
    }

    private static ThreadFactory scarce(ThreadFactory threads) {
        return work -> {
            if (LEFT.getAndDecrement() <= 0) {
                REFUSED.incrementAndGet();
                throw new OutOfMemoryError("unable to create native thread");
            }
            return threads.newThread(work);
        };
    }

    /** Sets the number of threads that can still be created. */
    public static void leave(int threads) {
        LEFT.set(threads);
    }

    /** Returns how often the creation of a thread was refused. */
    public static int refused() {
        return REFUSED.get();
    }
}
