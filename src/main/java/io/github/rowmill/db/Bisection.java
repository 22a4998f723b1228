package io.github.rowmill.db;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.hibernate.JDBCException;

/** Runs work on many rows, so that a row that the database refuses does not block the others. */
public final class Bisection {

    private Bisection() {}

    /** Handles a row that was refused although it was alone. */
    @FunctionalInterface
    public interface Refused<T, R> {

        Collection<R> instead(T one, JDBCException why);
    }

    /**
     * Runs work on all rows at once. If the database refuses, perhaps because of one row, runs it on each half
     * instead.
     */
    public static <T, R> List<R> of(List<T> all, Function<List<T>, Collection<R>> work, Refused<T, R> refused) {
        if (all.isEmpty()) {
            return List.of();
        }
        try {
            return List.copyOf(work.apply(all));
        } catch (JDBCException e) {
            if (!Refusal.mayBeOfOneRow(e)) {
                throw e;
            }
            if (all.size() == 1) {
                return List.copyOf(refused.instead(all.get(0), e));
            }
        }
        int middle = all.size() / 2;
        List<R> done = new ArrayList<>(of(all.subList(0, middle), work, refused));
        done.addAll(of(all.subList(middle, all.size()), work, refused));
        return done;
    }
}
