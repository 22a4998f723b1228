package io.github.rowmill.engine.store.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.hibernate.JDBCException;

/** Work on many rows, of which one that the database refuses is not to keep the others from it. */
public final class Halves {

    private Halves() {}

    /** What becomes of one that was refused though it was alone. */
    @FunctionalInterface
    public interface Refused<T, R> {

        Collection<R> instead(T one, JDBCException why);
    }

    /** Does work on all at once; where that is refused for what may be one row's fault, on the one half and on the other. */
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
