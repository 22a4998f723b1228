package io.github.rowmill.engine.store;

import io.github.rowmill.db.Bisection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A walk in slices over rows that go when they are handled. It passes over rows that cannot be handled now,
 * because another transaction has locked them or the database refuses them. So such rows never block the rows
 * behind them, however many they are.
 */
public final class RowWalk {

    /** Number of slices that a round may pass over, so that it ends. The next round goes on behind them. */
    private static final int MAX_PASSED_SLICES = 10;

    private int passed;

    /** Reads the ids of at most {@code limit} rows behind the first {@code offset} rows, always in one order. */
    @FunctionalInterface
    public interface Slice {

        List<Long> read(int offset, int limit);
    }

    /**
     * Handles all rows, or at least those before and among the rows that it may pass over. After a round that
     * reached the last row, the next round starts at the first one.
     *
     * @param work handles rows, and returns a result for each row that it handled
     * @param done receives each result
     * @param refused receives the first refusal, if any
     * @return number of rows that were handled
     */
    public synchronized <R> int round(
            int limit,
            Slice slice,
            Function<List<Long>, Collection<R>> work,
            Consumer<? super R> done,
            Consumer<? super Throwable> refused) {
        List<Throwable> refusals = new ArrayList<>();
        int last = passed + limit * MAX_PASSED_SLICES;
        int handled = 0;
        boolean hasMore = true;
        while (hasMore && passed < last) {
            List<Long> ids = slice.read(passed, limit);
            List<R> some = Bisection.of(ids, work, (id, why) -> {
                refusals.add(why);
                return List.of();
            });
            some.forEach(done);
            handled += some.size();
            passed += ids.size() - some.size();
            hasMore = ids.size() == limit;
        }
        passed = hasMore ? passed : 0;
        refusals.stream().findFirst().ifPresent(refused);
        return handled;
    }
}
