package io.github.rowmill;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * One of several sides that a test lets go at once, each on a thread of its own. The common pool has one thread for all on a
 * machine with two cores, on which, from Java 25 on, the second side waits for the first.
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
