package io.github.rowmill.node.loop;

import java.util.function.IntUnaryOperator;

/** Writes many rows in batches. So each transaction is short. */
public final class Batches {

    private Batches() {}

    /**
     * Writes batches until one has fewer rows than it may have.
     *
     * @param limit largest number of rows in a batch
     * @param write writes at most as many rows as its argument says, and returns their number
     * @return number of rows in all batches
     */
    public static int writeAll(int limit, IntUnaryOperator write) {
        int all = 0;
        int some;
        do {
            some = write.applyAsInt(limit);
            all += some;
        } while (some == limit);
        return all;
    }
}
