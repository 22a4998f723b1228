package io.github.rowmill;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Runs sides of a test that begin at the same time, each on its own thread. On a machine with two cores, the common
 * pool has only one thread. From Java 25 on, the second side would wait there for the first one.
 */
public final class Side {

    private static final Executor OWN_THREAD = work -> new Thread(work, "side").start();

    private Side() {}

    public static <T> CompletableFuture<T> begin(Supplier<T> side) {
        return CompletableFuture.supplyAsync(side, OWN_THREAD);
    }

    public static CompletableFuture<Void> run(Runnable side) {
        return CompletableFuture.runAsync(side, OWN_THREAD);
    }
}
